"""Forward pass, loss, output-layer training and sampling of a small decoder."""

import numpy as np
from model import Config, Transformer

TEXT = """the cat sat on the mat and the dog sat on the log
and the cat saw the dog and the dog saw the cat"""


class Vocabulary:
    def __init__(self, text):
        self.symbols = ["<pad>", *sorted(set(text))]
        self.index = {s: i for i, s in enumerate(self.symbols)}

    def __len__(self):
        return len(self.symbols)

    def encode(self, text):
        return np.array([self.index[c] for c in text])

    def decode(self, tokens):
        return "".join(self.symbols[t] for t in tokens)

    def pad(self, texts):
        """Token ids filled to the longest text, and the mask of what was filled."""
        rows = [self.encode(t) for t in texts]
        longest = max(len(r) for r in rows)
        tokens = np.zeros((len(rows), longest), dtype=int)
        for i, row in enumerate(rows):
            tokens[i, : len(row)] = row
        lengths = np.array([len(r) for r in rows])
        return tokens, np.arange(longest) >= lengths[:, None]


def fit_output_layer(model, tokens, padding, ridge=1e-2):
    """Fit the (tied) output weights to the next tokens by ridge regression."""
    h = model.hidden(tokens, padding)[:, :-1]
    seen = ~padding[:, 1:]
    A = h[seen]
    targets = np.eye(model.config.vocab)[tokens[:, 1:][seen]]
    gram = A.T @ A + ridge * np.eye(A.shape[1])
    W = np.linalg.solve(gram, A.T @ targets)
    return A @ W, targets


def main():
    vocab = Vocabulary(TEXT)
    config = Config(vocab=len(vocab), width=32, heads=4, depth=2)
    model = Transformer(config, seed=3)

    tokens, padding = vocab.pad(TEXT.splitlines())
    logits = model(tokens, padding)
    print("logits", logits.shape, f"loss {model.loss(tokens, padding):.3f}",
          f"uniform {np.log(len(vocab)):.3f}")

    attention = model.blocks[0].attention.weights
    print("attention rows sum to one:", np.allclose(attention.sum(-1), 1))
    future = np.triu_indices(attention.shape[-1], k=1)
    print("no look ahead:", not attention[..., future[0], future[1]].any())

    scores, targets = fit_output_layer(model, tokens, padding)
    hit = scores.argmax(axis=1) == targets.argmax(axis=1)
    print(f"linear readout accuracy {hit.mean():.3f}")

    sample = model.generate(vocab.encode("the "), 12, np.random.default_rng(0), top_k=5)
    print("sample length", len(vocab.decode(sample[0])))


if __name__ == "__main__":
    main()
