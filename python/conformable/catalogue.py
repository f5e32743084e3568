"""All of the catalogue as ops, what packages have registered too: `conformable.catalogue.quantities.rescale`.

NumPy's are `conformable.numpy` as well.
"""

from typing import Any

from conformable.numpy import find


def __getattr__(name: str) -> Any:
    # Not kept: what there is may grow.
    return find("", name)
