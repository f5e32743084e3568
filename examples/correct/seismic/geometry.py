"""Stations, ray paths through a grid of cells, and the travel-time matrix."""

from typing import NamedTuple

import numpy as np


class Survey(NamedTuple):
    sources: np.ndarray
    receivers: np.ndarray

    def pairs(self):
        """Ends of all rays: every source with every receiver."""
        s, r = len(self.sources), len(self.receivers)
        start = np.repeat(self.sources, r, axis=0)
        end = np.tile(self.receivers, (s, 1))
        return start, end


def crosshole(n_sources, n_receivers, depth=1.0, width=1.0):
    zs = np.linspace(0.05, 0.95, n_sources) * depth
    zr = np.linspace(0.05, 0.95, n_receivers) * depth
    sources = np.column_stack([np.zeros(n_sources), zs])
    receivers = np.column_stack([np.full(n_receivers, width), zr])
    return Survey(sources, receivers)


def ray_matrix(survey, shape, extent=(1.0, 1.0), samples=200):
    """Length of each ray in each cell, (rays, cells), by sampling along the rays."""
    start, end = survey.pairs()
    nz, nx = shape
    t = (np.arange(samples) + 0.5) / samples
    points = start[:, None, :] + t[:, None] * (end - start)[:, None, :]
    column = np.clip((points[..., 0] / extent[0] * nx).astype(int), 0, nx - 1)
    row = np.clip((points[..., 1] / extent[1] * nz).astype(int), 0, nz - 1)
    cell = row * nx + column
    step = np.linalg.norm(end - start, axis=1) / samples

    rays = len(start)
    G = np.zeros((rays, nz * nx))
    np.add.at(G, (np.arange(rays)[:, None], cell), step[:, None])
    return G


def smoothing(shape):
    """First differences between neighbouring cells, stacked for both directions."""
    nz, nx = shape
    index = np.arange(nz * nx).reshape(shape)
    pairs = np.concatenate([
        np.stack([index[:, :-1].ravel(), index[:, 1:].ravel()], axis=1),
        np.stack([index[:-1].ravel(), index[1:].ravel()], axis=1),
    ])
    D = np.zeros((len(pairs), nz * nx))
    rows = np.arange(len(pairs))
    D[rows, pairs[:, 0]] = -1
    D[rows, pairs[:, 1]] = 1
    return D
