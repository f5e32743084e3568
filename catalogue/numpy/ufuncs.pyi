"""Element by element."""

namespace = numpy

@ufunc
def add(x1: T[*S], x2: U[*R], /, out: Out = None, *, where=True, casting="same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature=None) -> decay(choose(D, loop("add", T, U))[*broadcast(S, R)]): ...

operators = {"+": numpy.add, "@": numpy.matmul}
