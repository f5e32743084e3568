"""Horizontal diffusion of fourth order with a flux limiter, as limited-area models have it."""

import gt4py.next as gtx
from gt4py.next import float64, int32, where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJK = gtx.Field[gtx.Dims[I, J, K], float64]
IJ = gtx.Field[gtx.Dims[I, J], float64]


@gtx.field_operator
def laplacian(phi: IJK) -> IJK:
    return -4.0 * phi + phi(I + 1) + phi(I - 1) + phi(J + 1) + phi(J - 1)


@gtx.field_operator
def limited(flux: IJK, step: IJK) -> IJK:
    return where(flux * step > 0.0, 0.0, flux)


@gtx.field_operator
def fluxes(phi: IJK) -> tuple[IJK, IJK]:
    lap = laplacian(phi)
    flux_x = limited(lap(I + 1) - lap, phi(I + 1) - phi)
    flux_y = limited(lap(J + 1) - lap, phi(J + 1) - phi)
    return flux_x, flux_y


@gtx.field_operator
def diffuse(phi: IJK, coefficient: IJ) -> IJK:
    flux_x, flux_y = fluxes(phi)
    divergence = flux_x - flux_x(I - 1) + (flux_y - flux_y(J - 1))
    return phi - coefficient * divergence


@gtx.program
def horizontal_diffusion(phi: IJK, coefficient: IJ, out: IJK, nx: int32, ny: int32, nz: int32):
    diffuse(phi, coefficient, out=out, domain={I: (2, nx), J: (2, ny), K: (0, nz)})
