"""Multinomial logistic regression by Newton's method and by SGD, with a train/test split."""

from __future__ import annotations

import sys

import numpy as np


def softmax(z: np.ndarray) -> np.ndarray:
    z = z - z.max(axis=1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=1, keepdims=True)


def one_hot(labels, n_classes=None):
    if n_classes is None:
        n_classes = labels.max() + 1
    return np.eye(n_classes)[labels]


def train_test_split(*arrays, test_size=0.25, rng=None):
    rng = rng or np.random.default_rng()
    n = len(arrays[0])
    order = rng.permutation(n)
    cut = int(n * (1 - test_size))
    train, test = order[:cut], order[cut:]
    return [part for a in arrays for part in (a[train], a[test])]


class StandardScaler:
    def fit(self, X):
        self.mean_ = X.mean(axis=0)
        self.scale_ = X.std(axis=0)
        self.scale_[self.scale_ == 0] = 1
        return self

    def transform(self, X):
        return (X - self.mean_) / self.scale_


class LogisticRegression:
    """Base of the two solvers: holds the weights, predicts, scores."""

    def __init__(self, l2: float = 1e-3):
        self.l2 = l2
        self.coef: np.ndarray | None = None
        self.losses: list[float] = []

    @staticmethod
    def _design(X):
        return np.hstack([np.ones((len(X), 1)), X])

    def _loss(self, P, Y):
        data = -np.log(np.clip((P * Y).sum(axis=1), 1e-12, None)).mean()
        return data + 0.5 * self.l2 * np.sum(self.coef**2)

    def fit(self, X, y):
        self.classes, codes = np.unique(y, return_inverse=True)
        A, Y = self._design(X), one_hot(codes, len(self.classes))
        self.coef = np.zeros((A.shape[1], Y.shape[1]))
        self._solve(A, Y)
        return self

    def _solve(self, A, Y):
        raise NotImplementedError

    def predict_proba(self, X):
        return softmax(self._design(X) @ self.coef)

    def predict(self, X):
        return self.classes[self.predict_proba(X).argmax(axis=1)]

    def score(self, X, y):
        return np.mean(self.predict(X) == y)


class Newton(LogisticRegression):
    def _solve(self, A, Y, max_iter=25, tol=1e-8):
        n, d = A.shape
        k = Y.shape[1]
        for _ in range(max_iter):
            P = softmax(A @ self.coef)
            grad = A.T @ (P - Y) / n + self.l2 * self.coef
            W = P[:, :, None] * (np.eye(k) - P[:, None, :])
            H = np.einsum("ni,na,nj->iaj", A, W, A).reshape(d * k, d * k) / n
            H += self.l2 * np.eye(d * k)
            step = np.linalg.solve(H, grad.ravel()).reshape(d, k)
            self.coef -= step
            self.losses.append(self._loss(P, Y))
            if np.abs(step).max() < tol:
                break


class SGD(LogisticRegression):
    def __init__(self, l2=1e-3, lr=0.5, epochs=30, batch=32, momentum=0.9, seed=0):
        super().__init__(l2)
        self.lr, self.epochs, self.batch, self.momentum = lr, epochs, batch, momentum
        self.rng = np.random.default_rng(seed)

    def _solve(self, A, Y):
        velocity = np.zeros_like(self.coef)
        for epoch in range(self.epochs):
            order = self.rng.permutation(len(A))
            rate = self.lr / (1 + 0.1 * epoch)
            for idx in np.array_split(order, len(A) // self.batch):
                P = softmax(A[idx] @ self.coef)
                grad = A[idx].T @ (P - Y[idx]) / len(idx) + self.l2 * self.coef
                velocity = self.momentum * velocity - rate * grad
                self.coef += velocity
            self.losses.append(self._loss(softmax(A @ self.coef), Y))


def confusion(truth, predicted, classes):
    index = {c: i for i, c in enumerate(classes)}
    table = np.zeros((len(classes), len(classes)), dtype=int)
    for t, p in zip(truth, predicted):
        table[index[t], index[p]] += 1
    return table


def load(argv):
    """Features and the label in the last column; generated when no file is given."""
    if len(argv) > 1:
        table = np.genfromtxt(argv[1], delimiter=",")
        return table[:, :-1], table[:, -1].astype(int)
    rng = np.random.default_rng(11)
    centres = rng.normal(0, 2.5, size=(3, 4))
    y = rng.integers(3, size=300)
    return centres[y] + rng.standard_normal((300, 4)), y


if __name__ == "__main__":
    X, y = load(sys.argv)
    X_train, X_test, y_train, y_test = train_test_split(X, y, rng=np.random.default_rng(5))
    scaler = StandardScaler().fit(X_train)
    X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)

    for model in (Newton(l2=1e-2), SGD(l2=1e-2, lr=0.2)):
        model.fit(X_train, y_train)
        name = type(model).__name__
        print(f"{name:6s} loss {model.losses[-1]:.4f}  test {model.score(X_test, y_test):.3f}")
    table = confusion(y_test, model.predict(X_test), model.classes)
    recall = np.diag(table) / table.sum(axis=1)
    print(table, np.round(recall, 2))
