import numpy as np


def product(a: 'float[:,:]', b: 'float[:,:]', c: 'float[:,:]'):
    n, k = a.shape
    m = b.shape[1]
    for i in range(n):
        for j in range(m):
            s = 0.0
            for p in range(k):
                s += a[i, p] * b[p, j]
            c[i, j] = s


def blocked(a: 'float[:,:](order=F)', b: 'float[:,:](order=F)', c: 'float[:,:](order=F)', size: int):
    n = a.shape[0]
    c[:, :] = 0.0
    for jj in range(0, n, size):
        for kk in range(0, n, size):
            for j in range(jj, min(jj + size, n)):
                for k in range(kk, min(kk + size, n)):
                    for i in range(n):
                        c[i, j] += a[i, k] * b[k, j]


def power_iteration(a: 'float[:,:]', steps: int):
    n = a.shape[0]
    v = np.ones(n)
    value = 0.0
    for s in range(steps):
        w = a @ v
        value = np.sqrt(np.sum(w * w))
        v[:] = w / value
    return value


def gram_schmidt(q: 'float[:,:]'):
    n, m = q.shape
    for j in range(m):
        for k in range(j):
            d = 0.0
            for i in range(n):
                d += q[i, k] * q[i, j]
            for i in range(n):
                q[i, j] -= d * q[i, k]
        norm = 0.0
        for i in range(n):
            norm += q[i, j] ** 2
        norm = np.sqrt(norm)
        q[:, j] = q[:, j] / norm


def trace_of_square(n: int):
    a = np.zeros((n, n))
    for i in range(n):
        a[i, i] = i + 1.0
    b = a @ a
    t = np.transpose(b)
    total = 0.0
    for i in range(n):
        total += t[i, i]
    return total
