"""Vertical advection, implicit in time: a tridiagonal system for each column, by two scans."""

import gt4py.next as gtx
from gt4py.next import astype, broadcast, float32, float64, where
from gt4py.next.ffront.experimental import concat_where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

wpfloat = float64
IJK = gtx.Field[[I, J, K], wpfloat]

BETA = 0.5


@gtx.field_operator
def matrix(wcon: IJK, dt: wpfloat) -> tuple[IJK, IJK, IJK]:
    gcv = 0.25 * (wcon(Koff[1]) + wcon)
    lower = concat_where(K == 0, 0.0, -gcv * BETA * dt)
    upper = gcv * BETA * dt
    diagonal = 1.0 - lower - upper
    return lower, diagonal, upper


@gtx.field_operator
def right_hand_side(u: IJK, tendency: IJK, wcon: IJK, dt: wpfloat) -> IJK:
    correction = -wcon * (1.0 - BETA) * (u(Koff[1]) - u)
    return u + dt * (tendency + correction)


@gtx.scan_operator(axis=K, forward=True, init=(0.0, 0.0))
def eliminate(
    above: tuple[float64, float64], lower: float64, diagonal: float64, upper: float64, rhs: float64
) -> tuple[float64, float64]:
    ratio, value = above
    pivot = diagonal - lower * ratio
    return upper / pivot, (rhs - lower * value) / pivot


@gtx.scan_operator(axis=K, forward=False, init=0.0)
def substitute(below: float64, ratio: float64, value: float64) -> float64:
    return value - ratio * below


@gtx.field_operator
def vertical_advection(u: IJK, tendency: IJK, wcon: IJK, dt: wpfloat) -> IJK:
    lower, diagonal, upper = matrix(wcon, dt)
    rhs = right_hand_side(u, tendency, wcon, dt)
    ratio, value = eliminate(lower, diagonal, upper, rhs)
    return substitute(ratio, value)


@gtx.field_operator
def courant(wcon: IJK, thickness: gtx.Field[[K], wpfloat], dt: wpfloat) -> gtx.Field[[I, J, K], float32]:
    number = wcon * dt / thickness
    return astype(where(number > 1.0, broadcast(1.0, (I, J, K)), number), float32)


@gtx.program
def run(u: IJK, tendency: IJK, wcon: IJK, dt: wpfloat, out: IJK):
    vertical_advection(u, tendency, wcon, dt, out=out)
