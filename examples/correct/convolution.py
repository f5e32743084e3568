"""Image filtering: strided convolution, separable kernels, pooling and an edge detector."""

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view


def make_image(height=48, width=64):
    """A disc, a bar and a gradient, as RGB floats in [0, 1]."""
    y, x = np.mgrid[:height, :width]
    image = np.zeros((height, width, 3))
    image[..., 0] = x / width
    disc = (y - height / 2) ** 2 + (x - width / 3) ** 2 < (height / 4) ** 2
    image[disc] = [0.9, 0.8, 0.1]
    image[10:20, -20:-5, 2] = 1.0
    return image


def to_gray(image):
    return image @ np.array([0.299, 0.587, 0.114])


def gaussian_kernel(sigma, truncate=3.0):
    radius = int(truncate * sigma + 0.5)
    t = np.arange(-radius, radius + 1)
    k = np.exp(-(t**2) / (2 * sigma**2))
    return k / k.sum()


def conv2d(image, kernel, stride=1, padding="same"):
    """Correlate a gray image with a kernel through a window view."""
    kh, kw = kernel.shape
    if padding == "same":
        image = np.pad(image, ((kh // 2, kh // 2), (kw // 2, kw // 2)), mode="edge")
    elif padding != "valid":
        raise ValueError(f"unknown padding {padding!r}")
    windows = sliding_window_view(image, (kh, kw))[::stride, ::stride]
    return np.einsum("ijkl,kl->ij", windows, kernel)


def im2col(batch, size, stride=1):
    """Unfold a batch (n, c, h, w) to rows, one for each output pixel."""
    n, c, h, w = batch.shape
    out_h = (h - size) // stride + 1
    out_w = (w - size) // stride + 1
    sn, sc, sh, sw = batch.strides
    patches = as_strided(
        batch,
        shape=(n, out_h, out_w, c, size, size),
        strides=(sn, sh * stride, sw * stride, sc, sh, sw),
        writeable=False,
    )
    return patches.reshape(n * out_h * out_w, -1), (n, out_h, out_w)


def conv_layer(batch, weights, bias, stride=1):
    """A convolution layer: weights (out, in, k, k), bias (out,)."""
    out_channels, _, k, _ = weights.shape
    columns, (n, out_h, out_w) = im2col(batch, k, stride)
    out = columns @ weights.reshape(out_channels, -1).T + bias
    return out.reshape(n, out_h, out_w, out_channels).transpose(0, 3, 1, 2)


def blur(image, sigma):
    """Gaussian blur, one axis after the other."""
    k = gaussian_kernel(sigma)
    return conv2d(conv2d(image, k[:, None]), k[None, :])


def max_pool(image, size=2):
    h, w = image.shape
    h, w = h - h % size, w - w % size
    blocks = image[:h, :w].reshape(h // size, size, w // size, size)
    return blocks.max(axis=(1, 3))


def sobel(image):
    smooth = np.array([1.0, 2.0, 1.0])
    slope = np.array([-1.0, 0.0, 1.0])
    gx = conv2d(image, np.outer(smooth, slope))
    gy = conv2d(image, np.outer(slope, smooth))
    return np.hypot(gx, gy), np.arctan2(gy, gx)


def non_maximum_suppression(magnitude, angle):
    """Keep the pixels that are a maximum across their edge."""
    sector = np.round(angle / (np.pi / 4)).astype(int) % 4
    steps = [(0, 1), (1, 1), (1, 0), (1, -1)]
    padded = np.pad(magnitude, 1)
    h, w = magnitude.shape
    keep = np.zeros((h, w), dtype=bool)
    for s, (dy, dx) in enumerate(steps):
        ahead = padded[1 + dy : 1 + dy + h, 1 + dx : 1 + dx + w]
        behind = padded[1 - dy : 1 - dy + h, 1 - dx : 1 - dx + w]
        keep |= (sector == s) & (magnitude >= ahead) & (magnitude >= behind)
    return np.where(keep, magnitude, 0.0)


def main():
    rng = np.random.default_rng(0)
    image = make_image()
    gray = to_gray(image)

    smooth = blur(gray, sigma=1.2)
    magnitude, angle = sobel(smooth)
    edges = non_maximum_suppression(magnitude, angle)
    strong = edges > 0.5 * edges.max()
    print(f"image {image.shape}, {strong.sum()} strong edge pixels")

    pooled = max_pool(gray)
    half = conv2d(gray, np.full((3, 3), 1 / 9), stride=2)
    print("pooled", pooled.shape, "strided", half.shape, f"{np.abs(pooled - half).mean():.4f}")

    flipped = [np.flip(image, axis=a) for a in (0, 1)]
    batch = np.stack([image, *flipped]).transpose(0, 3, 1, 2)
    weights = rng.normal(0, 0.1, size=(8, 3, 5, 5))
    features = conv_layer(np.ascontiguousarray(batch), weights, np.zeros(8), stride=2)
    direct = sum(
        conv2d(batch[0, c], weights[0, c], stride=2, padding="valid") for c in range(3)
    )
    print("features", features.shape, np.allclose(features[0, 0], direct))


if __name__ == "__main__":
    main()
