import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def layer_norm(x, gain, bias, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    var = x.var(-1, keepdims=True)
    return gain * (x - mean) / np.sqrt(var + eps) + bias


def causal_mask(n):
    """True where a query may not look."""
    return np.triu(np.ones((n, n), dtype=bool), k=1)


def rotary(x, base=10000.0):
    """Rotate pairs of channels by angles that grow with the position (axis -2)."""
    *_, n, d = x.shape
    inv_freq = base ** (-np.arange(0, d, 2) / d)
    angles = np.arange(n)[:, None] * inv_freq
    cos, sin = np.cos(angles), np.sin(angles)
    even, odd = x[..., ::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., ::2] = even * cos - odd * sin
    out[..., 1::2] = even * sin + odd * cos
    return out
