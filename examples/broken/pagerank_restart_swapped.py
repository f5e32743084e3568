"""Ranking and partitioning of a graph: PageRank, spectral clustering, shortest paths."""

from __future__ import annotations

from itertools import combinations

import numpy as np


class Graph:
    """An undirected weighted graph held as a dense adjacency matrix."""

    def __init__(self, n, edges=(), names=None):
        self.adjacency = np.zeros((n, n))
        self.names = names or [str(i) for i in range(n)]
        for i, j, *rest in edges:
            self.connect(i, j, *rest)

    def connect(self, i, j, weight=1.0):
        self.adjacency[i, j] = self.adjacency[j, i] = weight

    def __len__(self):
        return self.adjacency.shape[0]

    @property
    def degrees(self):
        return self.adjacency.sum(axis=1)

    @property
    def laplacian(self):
        return np.diag(self.degrees) - self.adjacency

    def normalised_laplacian(self):
        with np.errstate(divide="ignore"):
            scale = np.where(self.degrees > 0, self.degrees**-0.5, 0.0)
        return np.eye(len(self)) - scale[:, None] * self.adjacency * scale

    def subgraph(self, nodes) -> Graph:
        sub = Graph(len(nodes), names=[self.names[i] for i in nodes])
        sub.adjacency = self.adjacency[np.ix_(nodes, nodes)]
        return sub

    @classmethod
    def planted(cls, sizes, inside, across, rng):
        """Random blocks that are dense inside and sparse between each other."""
        block = np.repeat(np.arange(len(sizes)), sizes)
        p = np.where(block[:, None] == block, inside, across)
        upper = np.triu(rng.random(p.shape) < p, k=1)
        graph = cls(len(block))
        graph.adjacency = (upper | upper.T).astype(float)
        return graph, block


def pagerank(graph, damping=0.85, tol=1e-10):
    n = len(graph)
    out = graph.degrees
    P = np.divide(graph.adjacency, out[:, None], where=out[:, None] > 0, out=np.full((n, n), 1 / n))
    rank = np.full(n, 1 / n)
    while True:
        new = damping * rank @ P + (1 - damping) / n
        if np.abs(new - rank).sum() < tol:
            return new
        rank = new


def personalised(graph, seeds, damping=0.85):
    """One column of ranks for each seed, by a direct solve."""
    n = len(graph)
    P = graph.adjacency / np.maximum(graph.degrees, 1)[:, None]
    restart = np.zeros((len(seeds), n))
    restart[seeds, np.arange(len(seeds))] = 1 - damping
    return np.linalg.solve(np.eye(n) - damping * P.T, restart)


def spectral_embedding(graph, k):
    values, vectors = np.linalg.eigh(graph.normalised_laplacian())
    rows = vectors[:, :k]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), values


def farthest_first(points, k):
    """k spread-out rows, then every row's nearest of them."""
    chosen = [0]
    distance = np.linalg.norm(points - points[0], axis=1)
    while len(chosen) < k:
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, np.linalg.norm(points - points[chosen[-1]], axis=1))
    seeds = points[chosen]
    for _ in range(20):
        labels = ((points[:, None] - seeds) ** 2).sum(-1).argmin(1)
        seeds = np.stack([points[labels == j].mean(0) for j in range(k)])
    return labels


def floyd_warshall(graph):
    d = np.where(graph.adjacency > 0, graph.adjacency, np.inf)
    np.fill_diagonal(d, 0)
    for k in range(len(d)):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d


def pair_agreement(a, b):
    """Share of pairs on which two partitions agree."""
    same_a, same_b = a[:, None] == a, b[:, None] == b
    i, j = np.triu_indices(len(a), 1)
    return (same_a[i, j] == same_b[i, j]).mean()


def main():
    rng = np.random.default_rng(21)
    graph, truth = Graph.planted([25, 20, 15], inside=0.5, across=0.03, rng=rng)
    print(f"{len(graph)} nodes, {int(graph.degrees.sum() / 2)} edges")

    rank = pagerank(graph)
    top = np.argsort(-rank)[:3]
    print("top:", [f"{graph.names[i]} ({rank[i]:.3f})" for i in top], f"sum {rank.sum():.2f}")

    embedding, values = spectral_embedding(graph, 3)
    labels = farthest_first(embedding, 3)
    gap = np.diff(values)[:5].argmax() + 1
    print(f"eigengap says {gap} blocks, agreement {pair_agreement(labels, truth):.3f}")

    influence = personalised(graph, [0, 30, 50])
    share = np.array([influence[truth == b].sum(axis=0) for b in range(3)])
    print("influence stays home:", np.round(np.diag(share), 2))

    for a, b in combinations(range(3), 2):
        nodes = np.flatnonzero((truth == a) | (truth == b))
        cut = graph.subgraph(nodes)
        fiedler = np.linalg.eigh(cut.laplacian)[1][:, 1]
        split = pair_agreement(fiedler > 0, truth[nodes])
        print(f"blocks {a} and {b}: bisection agrees on {split:.2f}")

    hops = floyd_warshall(graph)
    finite = hops[np.isfinite(hops)]
    print(f"diameter {finite.max():.0f}, mean distance {finite.mean():.2f}")


if __name__ == "__main__":
    main()
