"""What a checked call costs more than the call, against jaxtyping with beartype."""

import numpy as np
from _rows import nanoseconds, row, table
from beartype import beartype
from jaxtyping import Float, jaxtyped

import conformable as cf


def plain(x: Float[np.ndarray, "n d"], w: Float[np.ndarray, "d k"]) -> Float[np.ndarray, "n d"]:
    return x


def main() -> None:
    table("@checked on two arrays and a result, against jaxtyping and beartype")
    ours, peer = cf.checked(plain), jaxtyped(typechecker=beartype)(plain)
    by_signature = cf.checked("(n,d),(d,k)->(n,d)")(lambda x, w: x)
    x, w = np.ones((2, 3)), np.ones((3, 4))
    bare = nanoseconds(lambda: plain(x, w))
    print(f"{'(the call alone)':44}{bare:>9,.0f} ns")
    row("annotations, with the call", lambda: ours(x, w), lambda: peer(x, w), 75)
    row("a signature, with the call", lambda: by_signature(x, w), lambda: peer(x, w), 75)


main()
