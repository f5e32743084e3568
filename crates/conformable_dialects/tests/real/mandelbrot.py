import numpy as np


def escape(c: complex, limit: int):
    z = 0j
    for k in range(limit):
        if z.real * z.real + z.imag * z.imag > 4.0:
            return k
        z = z * z + c
    return limit


def mandelbrot(image: "int[:,:]", left: float, right: float, bottom: float, top: float, limit: int):
    h, w = image.shape
    dx = (right - left) / w
    dy = (top - bottom) / h
    for i in range(h):
        y = bottom + i * dy
        for j in range(w):
            x = left + j * dx
            image[i, j] = escape(complex(x, y), limit)


def histogram(image: "int[:,:]", limit: int):
    counts = np.zeros(limit + 1, dtype=int)
    for row in image:
        for value in row:
            counts[value] += 1
    return counts


def inside(image: "int[:,:]", limit: int):
    found = 0
    h = image.shape[0]
    w = image.shape[1]
    for i in range(h):
        for j in range(w):
            if image[i, j] == limit:
                found += 1
    return found / (h * w)


def main(size: int, limit: int):
    image = np.zeros((size, size), dtype=int)
    mandelbrot(image, -2.0, 1.0, -1.5, 1.5, limit)
    area = 9.0 * inside(image, limit)
    counts = histogram(image, limit)
    return area, np.sum(counts)
