"""Rain and snow fall through the column: a scan whose carry is a record."""

from typing import NamedTuple

import gt4py.next as gtx
from gt4py.next import Field, exp, float64, log, maximum, minimum, power, where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)

IJK = Field[[I, J, K], float64]


class Falling(NamedTuple):
    content: float64
    flux: float64
    is_top: bool


SMALLEST = 1.0e-15


@gtx.scan_operator(axis=K, forward=True, init=Falling(0.0, 0.0, True))
def fall(
    above: Falling, content: float64, speed: float64, thickness: float64, dt: float64
) -> Falling:
    incoming = 0.0 if above.is_top else above.flux
    courant = minimum(speed * dt / thickness, 1.0)
    available = content + incoming * dt / thickness
    outgoing = courant * available
    return Falling(maximum(available - outgoing, SMALLEST), outgoing * thickness / dt, False)


@gtx.field_operator
def terminal_speed(content: IJK, rho: IJK, coefficient: float64, exponent: float64) -> IJK:
    density = power(1.225 / rho, 0.4)
    speed = coefficient * exp(exponent * log(maximum(content * rho, SMALLEST)))
    return where(content > SMALLEST, density * speed, 0.0)


@gtx.field_operator
def sediment(content: IJK, rho: IJK, thickness: IJK, dt: float64) -> tuple[IJK, IJK]:
    speed = terminal_speed(content, rho, 14.58, 0.111)
    fallen = fall(content, speed, thickness, dt)
    return fallen.content, fallen.flux


@gtx.field_operator
def two_species(
    rain: IJK, snow: IJK, rho: IJK, thickness: IJK, dt: float64
) -> tuple[tuple[IJK, IJK], IJK]:
    new_rain, rain_flux = sediment(rain, rho, thickness, dt)
    new_snow, snow_flux = sediment(snow, rho, thickness, dt)
    return (new_rain, new_snow), rain_flux + snow_flux


@gtx.program
def precipitation(rain: IJK, rho: IJK, thickness: IJK, dt: float64, flux: IJK):
    sediment(rain, rho, thickness, dt, out=(rain, flux))
