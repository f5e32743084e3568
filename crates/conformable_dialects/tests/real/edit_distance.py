import numpy as np


def levenshtein(a: "int32[:]", b: "int32[:]") -> int:
    n = a.shape[0]
    m = b.shape[0]
    table = np.zeros((n + 1, m + 1), dtype=int)
    for i in range(n + 1):
        table[i, 0] = i
    for j in range(m + 1):
        table[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1)
            table[i, j] = min(best, table[i - 1, j - 1] + cost)
    return int(table[n, m])


def common(a: "int32[:]", b: "int32[:]", found: "int32[:]") -> int:
    n = a.shape[0]
    m = b.shape[0]
    table = np.zeros((n + 1, m + 1), dtype=np.int32)
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            if a[i] == b[j]:
                table[i, j] = table[i + 1, j + 1] + np.int32(1)
            elif table[i + 1, j] >= table[i, j + 1]:
                table[i, j] = table[i + 1, j]
            else:
                table[i, j] = table[i, j + 1]
    i = 0
    j = 0
    count = 0
    while i < n and j < m:
        if a[i] == b[j]:
            found[count] = a[i]
            count += 1
            i += 1
            j += 1
        elif table[i + 1, j] >= table[i, j + 1]:
            i += 1
        else:
            j += 1
    return count


def knapsack(weights: "int[:]", values: "float[:]", capacity: int):
    best = np.zeros(capacity + 1)
    taken = np.zeros((weights.shape[0], capacity + 1), dtype=bool)
    for k in range(weights.shape[0]):
        weight = weights[k]
        value = values[k]
        for room in range(capacity, weight - 1, -1):
            other = best[room - weight] + value
            if other > best[room]:
                best[room] = other
                taken[k, room] = True
    return best[capacity], taken


def chosen(taken: "bool[:,:]", weights: "int[:]", capacity: int):
    picked = [-1]
    room = capacity
    for k in range(weights.shape[0] - 1, -1, -1):
        if taken[k, room]:
            picked.append(k)
            room -= int(weights[k])
    picked.reverse()
    return picked


def change(coins: "int[:]", amount: int):
    ways = np.zeros(amount + 1, dtype=int)
    ways[0] = 1
    for coin in coins:
        for total in range(coin, amount + 1):
            ways[total] += ways[total - coin]
    return ways[-1]
