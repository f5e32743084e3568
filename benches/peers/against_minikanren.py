"""A signature of shapes solved in both directions, against miniKanren."""

from _rows import row, table
from kanren import eq, run, var

import conformable as cf


def kanren(a: object, b: object, c: object) -> object:
    """matmul as a relational program: the first way in which the shapes fit."""
    m, n, p = var(), var(), var()
    return run(1, (a, b, c), eq(a, (m, n)), eq(b, (n, p)), eq(c, (m, p)))


def main() -> None:
    table("matmul's shapes, against miniKanren")
    matmul = cf.Signature("(m,n),(n,p)->(m,p)")
    a, b, c = (3, 4), (4, 5), (3, 5)
    assert kanren(a, b, var())[0][2] == matmul(a, b)[0] == c
    row("forward: matmul((3, 4), (4, 5))", lambda: matmul(a, b), lambda: kanren(a, b, var()), 200)

    def solve(inputs: list[object], outputs: list[object] | None) -> object:
        return next(matmul.solve(inputs=inputs, outputs=outputs))

    assert solve([a, None], [c]).inputs[1] == kanren(a, var(), c)[0][1] == b
    row("forward: the solutions", lambda: solve([a, b], None), lambda: kanren(a, b, var()), 50)
    row("backward: the missing input", lambda: solve([a, None], [c]), lambda: kanren(a, var(), c), 100)
    row("open: any n will do", lambda: solve([None, None], [c]), lambda: kanren(var(), var(), c), 1)


main()
