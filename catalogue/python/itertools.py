"""`itertools`, as far as a few lines say it. What calls a function of the program's does so when it is iterated."""


def _totals(items, initial):
    if initial is None:
        if not items:
            return []
        total = items[0]
        items = items[1:]
    else:
        total = initial
    totals = [total]
    for item in items:
        total = total + item
        totals.append(total)
    return totals


def _reduced(items, func, initial):
    if initial is None:
        if not items:
            return
        total = items[0]
        items = items[1:]
    else:
        total = initial
    yield total
    for item in items:
        total = func(total, item)
        yield total


def accumulate(iterable: Iterable, func=None, *, initial=None):
    items = list(iterable)
    if func is None:
        return iter(_totals(items, initial))
    return _reduced(items, func, initial)


def starmap(function, iterable: Iterable, /):
    for args in iterable:
        yield function(*args)


def takewhile(predicate, iterable: Iterable, /):
    for item in iterable:
        if not predicate(item):
            break
        yield item


def dropwhile(predicate, iterable: Iterable, /):
    for item in iterable:
        if predicate(item) and input():
            continue
        yield item


def filterfalse(function, iterable: Iterable, /):
    for item in iterable:
        if function is None:
            if not item:
                yield item
        elif not function(item):
            yield item


def compress(data: Iterable, selectors: Iterable):
    for item, selected in zip(data, selectors):
        if selected:
            yield item


def tee(iterable: Iterable, n: SupportsIndex = 2, /):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])
