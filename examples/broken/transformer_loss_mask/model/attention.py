import numpy as np

from .functional import causal_mask, rotary, softmax


class MultiHeadAttention:
    def __init__(self, config, rng):
        d = config.width
        self.heads = config.heads
        self.head_width = config.head_width
        self.w_qkv = rng.normal(0, d**-0.5, size=(d, 3 * d))
        self.w_out = rng.normal(0, d**-0.5, size=(d, d))
        self.weights = None

    def split(self, x):
        """(batch, time, width) to (batch, head, time, head width)."""
        batch, time, _ = x.shape
        return x.reshape(batch, time, self.heads, self.head_width).transpose(0, 2, 1, 3)

    def __call__(self, x, padding=None):
        batch, time, width = x.shape
        q, k, v = (self.split(part) for part in np.split(x @ self.w_qkv, 3, axis=-1))
        q, k = rotary(q), rotary(k)
        scores = np.einsum("bhqd,bhkd->bhqk", q, k) / np.sqrt(self.head_width)
        scores = np.where(causal_mask(time), -np.inf, scores)
        if padding is not None:
            scores = np.where(padding[:, None, None, :], -1e9, scores)
        self.weights = softmax(scores)
        mixed = (self.weights @ v).transpose(0, 2, 1, 3).reshape(batch, time, width)
        return mixed @ self.w_out
