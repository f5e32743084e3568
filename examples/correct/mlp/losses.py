import numpy as np


class CrossEntropy:
    """Softmax and the cross entropy against integer labels."""

    def forward(self, logits, labels):
        shifted = logits - logits.max(axis=-1, keepdims=True)
        log_norm = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
        self.log_p = shifted - log_norm
        self.labels = labels
        return -self.log_p[np.arange(len(labels)), labels].mean()

    def backward(self):
        n = self.labels.shape[0]
        grad = np.exp(self.log_p)
        grad[np.arange(n), self.labels] -= 1
        return grad / n


def accuracy(logits, labels):
    return (logits.argmax(axis=1) == labels).mean()
