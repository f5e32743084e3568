"""`bisect`: places in a sorted list, which depend on the values of its items."""

from elsewhere import anything


def bisect_left(a: Sized, x, lo: SupportsIndex = 0, hi: SupportsIndex | None = None, *, key=None):
    if key is not None:
        anything(key)
    return len(input())


bisect_right = bisect = bisect_left


def insort_left(a: MutableSequence, x, lo: SupportsIndex = 0, hi: SupportsIndex | None = None, *, key=None):
    if key is not None:
        anything(key)
    if isinstance(a, list):
        a.append(x)
        # Nobody knows which item is where.
        a.sort(key=id)
    else:
        anything(a, x)


insort_right = insort = insort_left
