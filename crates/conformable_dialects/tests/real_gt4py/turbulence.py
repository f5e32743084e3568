"""Turbulent kinetic energy: production by shear and buoyancy, dissipation, and vertical exchange."""

import gt4py.next as gtx
from gt4py.next import Field, float64, maximum, minimum, sqrt, where
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

CellK = Field[[Cell, K], float64]
KField = Field[[K], float64]

KARMAN = 0.4
ASYMPTOTIC = 150.0
GRAVITY = 9.81
LEAST = 1.0e-6


@gtx.field_operator
def difference(a: CellK) -> CellK:
    return concat_where(K == 0, 0.0, a(Koff[-1]) - a)


@gtx.field_operator
def mixing_length(height: CellK, n_squared: CellK, tke: CellK) -> CellK:
    neutral = KARMAN * height / (1.0 + KARMAN * height / ASYMPTOTIC)
    is_stable = n_squared > 0.0
    stable = 0.76 * sqrt(tke / maximum(n_squared, LEAST))
    return where(is_stable, minimum(neutral, stable), neutral)


@gtx.field_operator
def gradients(
    u: CellK, v: CellK, theta: CellK, spacing: KField
) -> tuple[CellK, CellK]:
    dudz = difference(u) / spacing
    dvdz = difference(v) / spacing
    n_squared = GRAVITY / theta * difference(theta) / spacing
    return dudz**2 + dvdz**2, n_squared


@gtx.field_operator
def exchange(tke: CellK, length: CellK, prandtl: float64) -> tuple[CellK, CellK]:
    momentum = 0.4 * length * sqrt(tke)
    return momentum, momentum / prandtl


@gtx.field_operator
def step(
    tke: CellK, u: CellK, v: CellK, theta: CellK, height: CellK, spacing: KField, dt: float64
) -> CellK:
    shear, n_squared = gradients(u, v, theta, spacing)
    length = mixing_length(height, n_squared, tke)
    k_m, k_h = exchange(tke, length, 0.74)
    production = k_m * shear - k_h * n_squared
    dissipation = 0.19 * tke * sqrt(tke) / maximum(length, 1.0)
    flux = k_m * difference(tke) / spacing
    transport = concat_where(K < 64, flux - flux(Koff[1]), flux) / spacing
    return maximum(tke + dt * (production - dissipation + transport), LEAST)


@gtx.program
def turbulence(
    tke: CellK, u: CellK, v: CellK, theta: CellK, height: CellK, spacing: KField, dt: float64
):
    step(tke, u, v, theta, height, spacing, dt, out=tke)
