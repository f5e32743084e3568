import numpy as np

from .attention import MultiHeadAttention
from .config import Config
from .functional import gelu, layer_norm, softmax


class FeedForward:
    def __init__(self, config, rng):
        d, hidden = config.width, config.expansion * config.width
        self.w1 = rng.normal(0, d**-0.5, (d, hidden))
        self.b1 = np.zeros(hidden)
        self.w2 = rng.normal(0, hidden**-0.5, (hidden, d))
        self.b2 = np.zeros(d)

    def __call__(self, x):
        return gelu(x @ self.w1 + self.b1) @ self.w2 + self.b2


class Block:
    def __init__(self, config, rng):
        self.attention = MultiHeadAttention(config, rng)
        self.feed_forward = FeedForward(config, rng)
        self.norms = [(np.ones(config.width), np.zeros(config.width)) for _ in range(2)]

    def __call__(self, x, padding=None):
        x = x + self.attention(layer_norm(x, *self.norms[0]), padding=padding)
        return x + self.feed_forward(layer_norm(x, *self.norms[1]))


class Transformer:
    """A decoder whose output layer shares the embedding's weights."""

    def __init__(self, config: Config, seed: int = 0):
        rng = np.random.default_rng(seed)
        self.config = config
        self.embedding = rng.normal(0, 0.02, size=(config.vocab, config.width))
        self.blocks = [Block(config, rng) for _ in range(config.depth)]
        self.gain, self.shift = np.ones(config.width), np.zeros(config.width)

    def hidden(self, tokens, padding=None):
        x = self.embedding[tokens]
        for block in self.blocks:
            x = block(x, padding)
        return layer_norm(x, self.gain, self.shift)

    def __call__(self, tokens, padding=None):
        return self.hidden(tokens, padding) @ self.embedding.T

    def loss(self, tokens, padding=None):
        """Mean cross entropy of each next token."""
        logits = self(tokens[:, :-1], None if padding is None else padding[:, :-1])
        p = softmax(logits)
        targets = tokens[:, 1:]
        batch, time = np.indices(targets.shape)
        nll = -np.log(p[batch, time, targets])
        if padding is None:
            return nll.mean()
        seen = ~padding[:, 1:]
        return nll[seen].mean()

    def generate(self, prompt, length, rng, temperature=1.0, top_k=None):
        tokens = np.atleast_2d(prompt)
        for _ in range(length):
            logits = self(tokens[:, -self.config.context :])[:, -1] / temperature
            if top_k is not None:
                kth = np.sort(logits, axis=-1)[:, -top_k][:, None]
                logits = np.where(logits < kth, -np.inf, logits)
            p = softmax(logits)
            pick = (p.cumsum(axis=-1) > rng.random((len(p), 1))).argmax(axis=-1)
            tokens = np.concatenate([tokens, pick[:, None]], axis=1)
        return tokens
