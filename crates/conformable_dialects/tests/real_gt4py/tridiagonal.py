"""The Thomas algorithm for columns, with its residual."""

import gt4py.next as gtx
from gt4py.next import abs, float64, int32, maximum
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

CellK = gtx.Field[[Cell, K], float64]


@gtx.scan_operator(axis=K, forward=True, init=(0.0, 0.0))
def forward_sweep(
    state: tuple[float64, float64], a: float64, b: float64, c: float64, d: float64
) -> tuple[float64, float64]:
    pivot = b - a * state[0]
    return c / pivot, (d - a * state[1]) / pivot


@gtx.scan_operator(axis=K, forward=False, init=0.0)
def backward_sweep(x_below: float64, cp: float64, dp: float64) -> float64:
    return dp - cp * x_below


@gtx.field_operator
def solve(a: CellK, b: CellK, c: CellK, d: CellK) -> CellK:
    cp, dp = forward_sweep(a, b, c, d)
    return backward_sweep(cp, dp)


@gtx.field_operator
def residual(a: CellK, b: CellK, c: CellK, d: CellK, x: CellK, nlev: int32) -> CellK:
    above = concat_where(K == 0, 0.0, a * x(Koff[-1]))
    below = concat_where(K < 79, c * x(Koff[1]), 0.0)
    return abs(above + b * x + below - d)


@gtx.field_operator
def solve_with_residual(
    a: CellK, b: CellK, c: CellK, d: CellK, nlev: int32
) -> tuple[CellK, CellK]:
    x = solve(a, b, c, d)
    error = maximum(residual(a, b, c, d, x, nlev), 0.0)
    return x, error


@gtx.program
def solve_columns(
    a: CellK, b: CellK, c: CellK, d: CellK, x: CellK, error: CellK, ncells: int32, nlev: int32
):
    solve_with_residual(
        a, b, c, d, nlev, out=(x, error), domain={Cell: (0, ncells), K: (0, nlev)}
    )
