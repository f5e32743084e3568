def insertion_sort(values: "int[:]"):
    n = values.shape[0]
    for i in range(1, n):
        key = values[i]
        j = i - 1
        while j >= 0 and values[j] > key:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = key


def partition(values: "float[:]", low: int, high: int) -> int:
    pivot = values[high]
    i = low - 1
    for j in range(low, high):
        if values[j] <= pivot:
            i += 1
            t = values[i]
            values[i] = values[j]
            values[j] = t
    t = values[i + 1]
    values[i + 1] = values[high]
    values[high] = t
    return i + 1


def quicksort(values: "float[:]", low: int, high: int) -> int:
    swaps = 0
    if low < high:
        p = partition(values, low, high)
        swaps += 1 + quicksort(values, low, p - 1)
        swaps += quicksort(values, p + 1, high)
    return swaps


def primes(limit: int):
    found = [2]
    for n in range(3, limit, 2):
        is_prime = True
        for p in found:
            if p * p > n:
                break
            if n % p == 0:
                is_prime = False
                break
        if is_prime:
            found.append(n)
    return len(found)


def collatz(start: int):
    n = start
    steps = 0
    largest = n
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        largest = max(largest, n)
        steps += 1
    return steps, largest


def gcd(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


def count_words(flags: list[bool]):
    total = 0
    for flag in flags:
        if flag:
            total += 1
    ratio = total / len(flags)
    return total, ratio
