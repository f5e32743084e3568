"""Sound in the vertical, implicit in time: vertical wind and pressure of a column together, as cores of models solve it."""

import gt4py.next as gtx
from gt4py.next import broadcast, float32, float64, int32
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

wpfloat = float64
vpfloat = float32
CellK = gtx.Field[[Cell, K], wpfloat]

CVD = 717.60
RD = 287.04


@gtx.scan_operator(axis=K, forward=True, init=(0.0, 0.0))
def sweep_down(
    carry: tuple[float64, float64], a: float64, b: float64, c: float64, rhs: float64
) -> tuple[float64, float64]:
    q, w = carry
    g = 1.0 / (b + a * q)
    return -c * g, (rhs - a * w) * g


@gtx.scan_operator(axis=K, forward=False, init=0.0)
def sweep_up(below: float64, q: float64, w: float64) -> float64:
    return w + below * q


@gtx.field_operator
def alpha_beta(
    exner: CellK, rho: CellK, theta: CellK, inv_thickness: CellK, dt: wpfloat
) -> tuple[CellK, CellK]:
    beta = dt * RD * exner / (CVD * rho * theta) * inv_thickness
    alpha = 0.5 * theta * rho
    return alpha, beta


@gtx.field_operator
def coefficients(
    alpha: CellK, beta: CellK, theta: CellK, dt: wpfloat
) -> tuple[CellK, CellK, CellK]:
    factor = dt * 1004.64 * theta
    a = concat_where(K == 0, 0.0, -factor * beta(Koff[-1]) * alpha(Koff[-1]))
    c = -factor * beta * alpha(Koff[1])
    b = 1.0 + factor * alpha * (beta + concat_where(K == 0, 0.0, beta(Koff[-1])))
    return a, b, c


@gtx.field_operator
def solve_wind(
    w: CellK, exner: CellK, rho: CellK, theta: CellK, inv_thickness: CellK, dt: wpfloat
) -> CellK:
    alpha, beta = alpha_beta(exner, rho, theta, inv_thickness, dt)
    a, b, c = coefficients(alpha, beta, theta, dt)
    explicit = w - dt * 9.81 * broadcast(1.0, (Cell, K))
    q, intermediate = sweep_down(a, b, c, explicit)
    return sweep_up(q, intermediate)


@gtx.program
def acoustic(
    w: CellK,
    exner: CellK,
    rho: CellK,
    theta: CellK,
    inv_thickness: CellK,
    dt: wpfloat,
    out: CellK,
    start: int32,
    end: int32,
    nlev: int32,
):
    solve_wind(
        w,
        exner,
        rho,
        theta,
        inv_thickness,
        dt,
        out=out,
        domain={Cell: (start, end), K: (1, nlev)},
    )
