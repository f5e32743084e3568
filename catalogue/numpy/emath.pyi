"""Functions that leave the real numbers where they must."""

namespace = numpy.emath

# Whether it is complex depends on the values.
@template
def maybe_complex(x: T[*S]) -> decay(unknown()[*S]): ...

sqrt = maybe_complex("sqrt")
log = maybe_complex("log")
log2 = maybe_complex("log2")
log10 = maybe_complex("log10")
arccos = maybe_complex("arccos")
arcsin = maybe_complex("arcsin")
arctanh = maybe_complex("arctanh")
def logn(n: T[*S], x: U[*R]) -> decay(unknown()[*broadcast(S, R)]): ...
def power(x: T[*S], p: U[*R]) -> decay(unknown()[*broadcast(S, R)]): ...

namespace = numpy.lib.scimath

sqrt = numpy.emath.sqrt
log = numpy.emath.log
log2 = numpy.emath.log2
logn = numpy.emath.logn
log10 = numpy.emath.log10
power = numpy.emath.power
arccos = numpy.emath.arccos
arcsin = numpy.emath.arcsin
arctanh = numpy.emath.arctanh
