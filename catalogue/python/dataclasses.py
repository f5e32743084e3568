"""Copies of a dataclass's instances with other values."""


def replace(obj, /, **changes):
    values = {name: getattr(obj, name) for name in obj.__match_args__}
    values.update(changes)
    return type(obj)(**values)
