"""Horizontal advection of a tracer by winds on the same grid: upwind fluxes of first and third order."""

import gt4py.next as gtx
from gt4py.next import Field, abs, float64, maximum, minimum, where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJK = Field[[I, J, K], float64]


@gtx.field_operator
def upwind_flux_x(tracer: IJK, u: IJK) -> IJK:
    towards = maximum(u, 0.0) * tracer
    away = minimum(u, 0.0) * tracer(Ioff[1])
    return towards + away


@gtx.field_operator
def upwind_flux_y(tracer: IJK, v: IJK) -> IJK:
    return where(v > 0.0, v * tracer, v * tracer(Joff[1]))


@gtx.field_operator
def third_order_x(tracer: IJK, u: IJK) -> IJK:
    central = 7.0 * (tracer(Ioff[1]) + tracer) - (tracer(Ioff[2]) + tracer(Ioff[-1]))
    damping = 3.0 * (tracer(Ioff[1]) - tracer) - (tracer(Ioff[2]) - tracer(Ioff[-1]))
    return (u * central - abs(u) * damping) / 12.0


@gtx.field_operator
def tendency(tracer: IJK, u: IJK, v: IJK, dx: float64, dy: float64, high_order: bool) -> IJK:
    low = upwind_flux_x(tracer, u)
    high = third_order_x(tracer, u)
    flux_x = high if high_order else low
    flux_y = upwind_flux_y(tracer, v)
    return -(flux_x - flux_x(Ioff[-1])) / dx - (flux_y - flux_y(Joff[-1])) / dy


@gtx.field_operator
def step(tracer: IJK, u: IJK, v: IJK, dx: float64, dy: float64, dt: float64) -> IJK:
    first = tracer + dt * tendency(tracer, u, v, dx, dy, True)
    second = first + dt * tendency(first, u, v, dx, dy, True)
    return 0.5 * (tracer + second)


@gtx.program
def advect(tracer: IJK, u: IJK, v: IJK, dx: float64, dy: float64, dt: float64, out: IJK):
    step(tracer, u, v, dx, dy, dt, out=out)
