import numpy as np
from numpy import exp, pi


def dft(x: 'complex[:]', y: 'complex[:]'):
    n = x.shape[0]
    for k in range(n):
        s = 0j
        for j in range(n):
            s += x[j] * exp(-2j * pi * k * j / n)
        y[k] = s


def bit_reverse(x: 'complex[:]'):
    n = x.shape[0]
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j = j ^ bit
            bit = bit >> 1
        j = j | bit
        if i < j:
            t = x[i]
            x[i] = x[j]
            x[j] = t


def fft(x: 'complex[:]'):
    n = x.shape[0]
    bit_reverse(x)
    length = 2
    while length <= n:
        angle = -2.0 * pi / length
        root = complex(np.cos(angle), np.sin(angle))
        for start in range(0, n, length):
            w = 1.0 + 0j
            for k in range(length // 2):
                even = x[start + k]
                odd = w * x[start + k + length // 2]
                x[start + k] = even + odd
                x[start + k + length // 2] = even - odd
                w *= root
        length = length << 1


def power(x: 'complex[:]'):
    total = 0.0
    for z in x:
        total += z.real**2 + z.imag**2
    return total


def spectrum(n: int):
    t = np.linspace(0.0, 1.0, n)
    x = np.zeros(n, dtype=complex)
    x[:] = np.sin(2.0 * pi * 5.0 * t)
    fft(x)
    return np.abs(x)
