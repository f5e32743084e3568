"""Gaussian mixture by expectation maximisation; the number of components chosen by BIC."""

from dataclasses import dataclass

import numpy as np


def logsumexp(a, axis=None, keepdims=False):
    top = a.max(axis=axis, keepdims=True)
    out = np.log(np.exp(a - top).sum(axis=axis, keepdims=True)) + top
    return out if keepdims else np.squeeze(out, axis=axis)


@dataclass
class Mixture:
    weights: np.ndarray
    means: np.ndarray
    covs: np.ndarray

    def __post_init__(self):
        self.k, self.d = self.means.shape

    @property
    def n_parameters(self):
        return self.k - 1 + self.k * self.d + self.k * self.d * (self.d + 1) // 2

    def log_density(self, X):
        """Log densities of every point under every component, weighted."""
        L = np.linalg.cholesky(self.covs)
        diff = X[:, None, :] - self.means
        z = np.linalg.solve(L, diff.transpose(1, 2, 0))
        maha = np.sum(z**2, axis=1).T
        log_det = 2 * np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
        log_norm = -0.5 * (self.d * np.log(2 * np.pi) + log_det)
        return np.log(self.weights) + log_norm - 0.5 * maha

    def sample(self, n, rng):
        labels = rng.choice(self.k, size=n, p=self.weights)
        L = np.linalg.cholesky(self.covs)
        noise = rng.standard_normal((n, self.d))
        return self.means[labels] + np.einsum("nij,nj->ni", L[labels], noise), labels

    def bic(self, X):
        log_likelihood = logsumexp(self.log_density(X), axis=1).sum()
        return self.n_parameters * np.log(len(X)) - 2 * log_likelihood


def initial_mixture(X, k, rng):
    d = X.shape[1]
    means = X[rng.choice(len(X), size=k, replace=False)]
    cov = np.cov(X, rowvar=False) + 1e-6 * np.eye(d)
    return Mixture(np.full(k, 1 / k), means, np.tile(cov, (k, 1, 1)))


def e_step(mixture, X):
    log_p = mixture.log_density(X)
    log_total = logsumexp(log_p, axis=1, keepdims=True)
    return np.exp(log_p - log_total), log_total.mean()


def m_step(X, resp, reg=1e-6):
    n, d = X.shape
    counts = resp.sum(axis=0) + 1e-10
    means = resp.T @ X / counts[:, None]
    diff = X[:, None, :] - means
    covs = np.einsum("nk,nki,nkj->kij", resp, diff, diff) / counts[:, None, None]
    covs[:, np.arange(d), np.arange(d)] += reg
    return Mixture(counts / n, means, covs)


def fit(X, k, n_init=3, max_iter=100, tol=1e-5, rng=None):
    rng = rng if rng is not None else np.random.default_rng(0)
    best, best_score = None, -np.inf
    for _ in range(n_init):
        mixture, previous = initial_mixture(X, k, rng), -np.inf
        for _ in range(max_iter):
            resp, score = e_step(mixture, X)
            mixture = m_step(X, resp)
            if score - previous < tol:
                break
            previous = score
        if score > best_score:
            best, best_score = mixture, score
    return best, best_score


def confidence_ellipse(cov, n_std=2.0):
    """Half axes and angle in degrees of a 2-D covariance's ellipse."""
    values, vectors = np.linalg.eigh(cov)
    values, vectors = values[::-1], vectors[:, ::-1]
    angle = np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0]))
    return n_std * np.sqrt(values), angle % 180


def main():
    rng = np.random.default_rng(8)
    truth = Mixture(
        weights=np.array([0.5, 0.3, 0.2]),
        means=np.array([[0.0, 0.0], [4.0, 4.0], [-4.0, 3.0]]),
        covs=np.array([[[1.0, 0.3], [0.3, 0.5]], [[0.6, -0.2], [-0.2, 0.9]], np.eye(2) * 0.4]),
    )
    X, labels = truth.sample(400, rng)

    results = {k: fit(X, k, rng=rng)[0] for k in range(1, 5)}
    bics = {k: m.bic(X) for k, m in results.items()}
    k = min(bics, key=bics.get)
    print("BIC:", {key: round(float(value)) for key, value in bics.items()}, "->", k)

    mixture = results[k]
    resp, _ = e_step(mixture, X)
    closest = np.linalg.norm(mixture.means[:, None] - truth.means, axis=-1).argmin(axis=1)
    print(f"agreement {np.mean(closest[resp.argmax(axis=1)] == labels):.3f}")
    for w, mean, cov in zip(mixture.weights, mixture.means, mixture.covs):
        (major, minor), angle = confidence_ellipse(cov)
        print(f"  {w:.2f} at {np.round(mean, 2)}: {major:.2f} x {minor:.2f}, {angle:.0f} degrees")


if __name__ == "__main__":
    main()
