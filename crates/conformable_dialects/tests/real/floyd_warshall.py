import numpy as np

INFINITE = 1.0e30


def shortest(weights: 'float[:,:]', paths: 'int[:,:]'):
    n = weights.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = weights[i, k] + weights[k, j]
                if through < weights[i, j]:
                    weights[i, j] = through
                    paths[i, j] = k


def dijkstra(weights: 'float[:,:]', start: int, distance: 'float[:]'):
    n = weights.shape[0]
    done = np.zeros(n, dtype=bool)
    distance[:] = INFINITE
    distance[start] = 0.0
    for k in range(n):
        best = -1
        for i in range(n):
            if not done[i]:
                if best < 0:
                    best = i
                elif distance[i] < distance[best]:
                    best = i
        done[best] = True
        for j in range(n):
            candidate = distance[best] + weights[best, j]
            if candidate < distance[j]:
                distance[j] = candidate


def components(edges: 'int[:,:]', n: int):
    label = np.arange(n)
    changed = True
    while changed:
        changed = False
        for e in range(edges.shape[0]):
            a = label[edges[e, 0]]
            b = label[edges[e, 1]]
            if a != b:
                low = min(a, b)
                label[edges[e, 0]] = low
                label[edges[e, 1]] = low
                changed = True
    count = 0
    for i in range(n):
        if label[i] == i:
            count += 1
    return count
