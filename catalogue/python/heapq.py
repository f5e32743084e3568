"""`heapq`: lists whose items are in an order that depends on their values.

Sorting by numbers that nobody knows stands for it, after which nobody knows which item is where.
"""


def heapify(heap: MutableSequence):
    heap.sort(key=id)


def heappush(heap: MutableSequence, item):
    heap.append(item)
    heap.sort(key=id)


def heappop(heap: MutableSequence):
    heap.sort(key=id)
    return heap.pop()


def heappushpop(heap: MutableSequence, item):
    heappush(heap, item)
    return heappop(heap)


def heapreplace(heap: MutableSequence, item):
    smallest = heappop(heap)
    heappush(heap, item)
    return smallest


def nlargest(n: SupportsIndex, iterable: Iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n: SupportsIndex, iterable: Iterable, key=None):
    return sorted(iterable, key=key)[:n]


def merge(*iterables, key=None, reverse=False):
    # Each of them is in its order, if it is.
    return iter(sorted(sorted([item for iterable in iterables for item in iterable], key=key), key=id))
