import numpy as np
from typing import Final


def convolve(image: "Final[float32[:,:]]", kernel: "Final[float32[:,:]]", out: "float32[:,:]"):
    rows, columns = image.shape
    width = kernel.shape[0]
    half = width // 2
    for i in range(rows):
        for j in range(columns):
            total = np.float32(0.0)
            for di in range(width):
                for dj in range(width):
                    y = min(max(i + di - half, 0), rows - 1)
                    x = min(max(j + dj - half, 0), columns - 1)
                    total += kernel[di, dj] * image[y, x]
            out[i, j] = total


def gaussian(width: int, sigma: float):
    kernel = np.zeros((width, width), dtype="float32")
    middle = width // 2
    for i in range(width):
        for j in range(width):
            d2 = (i - middle) ** 2 + (j - middle) ** 2
            kernel[i, j] = np.float32(np.exp(-d2 / (2.0 * sigma**2)))
    kernel /= np.sum(kernel)
    return kernel


def sobel(image: "float32[:,:]"):
    across = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], dtype=np.float32)
    down = np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]], dtype=np.float32)
    gx = np.empty_like(image)
    gy = np.empty_like(image)
    convolve(image, across, gx)
    convolve(image, down, gy)
    return np.sqrt(gx * gx + gy * gy)


def grey(colour: "int16[:,:,:]"):
    red = 0.299 * colour[:, :, 0]
    green = 0.587 * colour[:, :, 1]
    blue = 0.114 * colour[:, :, 2]
    return np.float32(red + green + blue)


def otsu(levels: "int[:]") -> int:
    everything = np.sum(levels)
    moment = 0
    for k, count in enumerate(levels):
        moment += k * count
    below = 0
    partial = 0
    best = 0
    widest = 0.0
    for k, count in enumerate(levels):
        below += count
        partial += k * count
        if 0 < below < everything:
            gap = partial / below - (moment - partial) / (everything - below)
            between = below * (everything - below) * gap**2
            if between > widest:
                widest = between
                best = k
    return best


def edges(colour: "int16[:,:,:]"):
    plain = grey(colour)
    soft = np.zeros_like(plain)
    kernel = gaussian(5, 1.4)
    convolve(plain, kernel, soft)
    strength = sobel(soft)
    top = np.amax(strength)
    levels = np.zeros(256, dtype=int)
    for row in strength:
        for value in row:
            levels[min(int(255.0 * value / top), 255)] += 1
    limit = otsu(levels)
    return strength > np.float32(limit / 255.0) * top
