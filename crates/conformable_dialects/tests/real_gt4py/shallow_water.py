"""Shallow water on a staggered grid of type C: winds on the faces, depth in the middle."""

import gt4py.next as gtx
from gt4py.next import Field, float64, int32, sqrt

I = gtx.Dimension("I")
J = gtx.Dimension("J")
IHalf = gtx.Dimension("IHalf")
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJ = Field[[I, J], float64]

GRAVITY = 9.81
CORIOLIS = 1.0e-4


@gtx.field_operator
def x_mean(a: IJ) -> IJ:
    return 0.5 * (a + a(Ioff[1]))


@gtx.field_operator
def y_mean(a: IJ) -> IJ:
    return 0.5 * (a + a(Joff[1]))


@gtx.field_operator
def mass_fluxes(h: IJ, u: IJ, v: IJ) -> tuple[IJ, IJ]:
    return x_mean(h) * u, y_mean(h) * v


@gtx.field_operator
def potential_vorticity(h: IJ, u: IJ, v: IJ, dx: float64, dy: float64) -> IJ:
    curl = (v(Ioff[1]) - v) / dx - (u(Joff[1]) - u) / dy
    return (curl + CORIOLIS) / x_mean(y_mean(h))


@gtx.field_operator
def energy(h: IJ, u: IJ, v: IJ) -> IJ:
    kinetic = 0.25 * (u**2 + u(Ioff[-1]) ** 2 + v**2 + v(Joff[-1]) ** 2)
    return kinetic + GRAVITY * h


@gtx.field_operator
def tendencies(
    h: IJ, u: IJ, v: IJ, dx: float64, dy: float64
) -> tuple[IJ, IJ, IJ]:
    flux_x, flux_y = mass_fluxes(h, u, v)
    q = potential_vorticity(h, u, v, dx, dy)
    bernoulli = energy(h, u, v)
    du = y_mean(q(Joff[-1])) * x_mean(flux_y) - (bernoulli(Ioff[1]) - bernoulli) / dx
    dv = -x_mean(q(Ioff[-1])) * y_mean(flux_x) - (bernoulli(Joff[1]) - bernoulli) / dy
    dh = -(flux_x - flux_x(Ioff[-1])) / dx - (flux_y - flux_y(Joff[-1])) / dy
    return dh, du, dv


@gtx.field_operator
def step(
    h: IJ, u: IJ, v: IJ, dx: float64, dy: float64, dt: float64
) -> tuple[IJ, IJ, IJ]:
    dh, du, dv = tendencies(h, u, v, dx, dy)
    return h + dt * dh, u + dt * du, v + dt * dv


@gtx.field_operator
def wave_speed(h: IJ) -> IJ:
    return sqrt(GRAVITY * h)


@gtx.program
def shallow_water(
    h: IJ, u: IJ, v: IJ, dx: float64, dy: float64, dt: float64, nx: int32, ny: int32
):
    step(h, u, v, dx, dy, dt, out=(h, u, v), domain={I: (1, nx), J: (1, ny)})
