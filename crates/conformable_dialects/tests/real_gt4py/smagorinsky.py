"""Smagorinsky's diffusion: coefficients from the deformation of the wind, then the wind's tendency."""

import gt4py.next as gtx
from gt4py.next import Dims, Field, float64, int32, maximum, minimum, sqrt

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJK = Field[Dims[I, J, K], float64]
JField = Field[Dims[J], float64]

KARMAN = 0.03


@gtx.field_operator
def tension(u: IJK, v: IJK, inv_dx: JField, inv_dy: float64) -> IJK:
    dudx = (u - u(Ioff[-1])) * inv_dx
    dvdy = (v - v(Joff[-1])) * inv_dy
    return (dudx - dvdy) ** 2


@gtx.field_operator
def shear(u: IJK, v: IJK, inv_dx: JField, inv_dy: float64) -> IJK:
    dudy = (u(Joff[1]) - u) * inv_dy
    dvdx = (v(Ioff[1]) - v) * inv_dx
    return (dudy + dvdx) ** 2


@gtx.field_operator
def coefficient(
    u: IJK, v: IJK, inv_dx: JField, inv_dy: float64, background: float64
) -> IJK:
    squared_tension = tension(u, v, inv_dx, inv_dy)
    squared_shear = shear(u, v, inv_dx, inv_dy)
    mean_tension = 0.5 * (squared_tension + squared_tension(Ioff[1]))
    mean_shear = 0.5 * (squared_shear + squared_shear(Joff[-1]))
    strength = KARMAN * sqrt(mean_tension + mean_shear) - background
    return minimum(0.5, maximum(0.0, strength))


@gtx.field_operator
def laplacian(a: IJK, weight: JField) -> IJK:
    return a(Ioff[1]) + a(Ioff[-1]) - 2.0 * a + weight * (a(Joff[1]) + a(Joff[-1]) - 2.0 * a)


@gtx.field_operator
def smagorinsky(
    u: IJK, v: IJK, inv_dx: JField, inv_dy: float64, weight: JField, background: float64
) -> tuple[IJK, IJK]:
    strength = coefficient(u, v, inv_dx, inv_dy, background)
    return u + strength * laplacian(u, weight), v + strength * laplacian(v, weight)


@gtx.program
def diffuse_winds(
    u: IJK,
    v: IJK,
    inv_dx: JField,
    inv_dy: float64,
    weight: JField,
    background: float64,
    new_u: IJK,
    new_v: IJK,
    nx: int32,
    ny: int32,
    nz: int32,
):
    smagorinsky(
        u,
        v,
        inv_dx,
        inv_dy,
        weight,
        background,
        out=(new_u, new_v),
        domain={I: (1, nx - 1), J: (1, ny - 1), K: (0, nz)},
    )
