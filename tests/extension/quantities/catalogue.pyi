"""What the package's functions do to arrays, and a rule of its own."""

class QT001(Rule):
    """# QT001 short-track

    `quantities.smooth` takes the mean of three neighbours. A track of fewer than three points has none, and what
    comes out is empty:

    ```python
    quantities.smooth(np.ones(2))
    ```

    Give it a longer track.
    """

    severity = "warning"
    summary = "a track too short to be smoothed"

def inner(S, n) -> edit(S, 0, "replace", max(at(S, 0) - n, 0)): ...

namespace = quantities

class Quantity(object): ...

def track(n: int(n)) -> Quantity['m', float64[n]]: ...

def trail(n: int(n)) -> Quantity['km', float64[n]]: ...

def rescale(x: T[*S], unit: Literal["m", "km"]) -> float64[*S]: ...

@hazard("QT001", n < 3, "a track of fewer than three points has no neighbours", "a longer track?")
def smooth(x: T[n, *R]) -> T[*inner((n, *R), 2)]: ...

def pad(x: T[n], block: int(k)) -> T[whole_blocks(n, k)]: ...

# What the package puts in the place of NumPy's own.
namespace = numpy
def unwrap(p: T[*S]) -> float64[*S]: ...
