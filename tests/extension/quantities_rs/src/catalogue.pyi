"""What the package's functions do to arrays, and a rule of its own."""

class LN001(Rule):
    """# LN001 short-track

    A track of fewer than three points has no neighbours to be smoothed with.
    """

    severity = "warning"
    summary = "a track too short to be smoothed"

namespace = lengths

@hazard("LN001", n < 3, "a track of fewer than three points has no neighbours", "a longer track?")
def smooth(x: T[n, *R]) -> T[max(n - 2, 0), *R]: ...

def pad(x: T[n], block: int(k)) -> T[whole_blocks(n, k)]: ...

namespace = numpy
def unwrap(p: T[*S]) -> float64[*S]: ...
