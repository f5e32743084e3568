"""Principal component analysis of spectra, with whitening and reconstruction."""

import argparse
import tempfile
from pathlib import Path

import numpy as np


class NotFittedError(RuntimeError):
    pass


class PCA:
    """Linear dimensionality reduction by a thin singular value decomposition."""

    def __init__(self, n_components=None, whiten=False):
        self.n_components = n_components
        self.whiten = whiten
        self.mean_ = None
        self.components_ = None
        self.singular_values_ = None

    def fit(self, X):
        n_samples, n_features = X.shape
        k = self.n_components or min(n_samples, n_features)
        self.mean_ = X.mean(axis=0)
        U, s, Vt = np.linalg.svd(X - self.mean_, full_matrices=False)
        U, Vt = self._flip_signs(U, Vt)
        self.components_ = Vt[:k]
        self.singular_values_ = s[:k]
        self._total_variance = np.sum(s**2) / (n_samples - 1)
        self._n_samples = n_samples
        return self

    @staticmethod
    def _flip_signs(U, Vt):
        """Make the largest loading of every component positive."""
        largest = np.argmax(np.abs(Vt), axis=1)
        signs = np.sign(Vt[np.arange(Vt.shape[0]), largest])
        return U * signs, Vt * signs[:, np.newaxis]

    @property
    def explained_variance_(self):
        self._check_fitted()
        return self.singular_values_**2 / (self._n_samples - 1)

    @property
    def explained_variance_ratio_(self):
        return self.explained_variance_ / self._total_variance

    def transform(self, X):
        self._check_fitted()
        scores = (X - self.mean_) @ self.components_.T
        if self.whiten:
            scores /= np.sqrt(self.explained_variance_)
        return scores

    def fit_transform(self, X):
        return self.fit(X).transform(X)

    def inverse_transform(self, scores):
        if self.whiten:
            scores = scores * np.sqrt(self.explained_variance_)
        return scores @ self.components_ + self.mean_

    def _check_fitted(self):
        if self.components_ is None:
            raise NotFittedError("call fit first")


def synthetic_spectra(n_samples=80, n_channels=120, seed=3):
    """Mixtures of three emission lines over a sloping background, with noise."""
    rng = np.random.default_rng(seed)
    wavelength = np.linspace(400.0, 700.0, n_channels)
    lines = np.array([450.0, 550.0, 640.0])
    widths = np.array([12.0, 20.0, 9.0])
    profiles = np.exp(-0.5 * ((wavelength - lines[:, None]) / widths[:, None]) ** 2)
    weights = rng.gamma(2.0, 1.0, size=(n_samples, 3))
    background = rng.uniform(0.0, 0.3, size=(n_samples, 1)) * (wavelength / 700.0)
    noise = 0.02 * rng.standard_normal((n_samples, n_channels))
    return weights @ profiles + background + noise


def load_spectra(path):
    spectra = np.asarray(np.load(path), dtype=float)
    if spectra.ndim == 1:
        spectra = spectra.reshape(1, -1)
    return spectra


def report(spectra, k):
    pca = PCA(n_components=k, whiten=True)
    scores = pca.fit_transform(spectra)
    restored = pca.inverse_transform(scores)
    error = np.linalg.norm(spectra - restored) / np.linalg.norm(spectra)
    covariance = scores.T @ scores / (len(scores) - 1)

    print("explained:", np.round(pca.explained_variance_ratio_, 3))
    print("white    :", np.allclose(covariance, np.eye(k)))
    worst = np.argsort(error)[::-1][:3]
    for i in worst:
        print(f"spectrum {i:3d}: relative error {error[i]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spectra", nargs="?", type=Path)
    parser.add_argument("-k", type=int, default=4)
    args = parser.parse_args()

    if args.spectra is not None:
        report(load_spectra(args.spectra), args.k)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spectra.npy"
        np.save(path, synthetic_spectra())
        report(load_spectra(path), args.k)


if __name__ == "__main__":
    main()
