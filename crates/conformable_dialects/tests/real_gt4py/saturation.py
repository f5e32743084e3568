"""Saturation adjustment: vapour condenses or cloud water evaporates until the air is saturated, by Newton's steps."""

import gt4py.next as gtx
from gt4py.next import abs, exp, float64, maximum, minimum, where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)

CellK = gtx.Field[[Cell, K], float64]
Mask = gtx.Field[[Cell, K], bool]

CV = 717.60
LATENT = 2.5008e6
VAPOUR_GAS = 461.51
MELT = 273.16
TOLERANCE = 1.0e-3


@gtx.field_operator
def saturation_pressure(temperature: CellK) -> CellK:
    return 610.78 * exp(17.269 * (temperature - MELT) / (temperature - 35.86))


@gtx.field_operator
def saturation_mixing_ratio(temperature: CellK, rho: CellK) -> CellK:
    return saturation_pressure(temperature) / (rho * VAPOUR_GAS * temperature)


@gtx.field_operator
def slope(temperature: CellK, ratio: CellK) -> CellK:
    beta = 4097.8955 / (temperature - 35.86) ** 2 - 1.0 / temperature
    return beta * ratio


@gtx.field_operator
def newton(temperature: CellK, start: CellK, vapour: CellK, rho: CellK) -> CellK:
    ratio = saturation_mixing_ratio(temperature, rho)
    excess = temperature - start + LATENT / CV * (ratio - vapour)
    derivative = 1.0 + LATENT / CV * slope(temperature, ratio)
    return temperature - excess / derivative


@gtx.field_operator
def has_converged(old: CellK, new: CellK) -> Mask:
    return abs(new - old) < TOLERANCE


@gtx.field_operator
def adjust(
    temperature: CellK, vapour: CellK, cloud: CellK, rho: CellK
) -> tuple[CellK, CellK, CellK]:
    total = vapour + cloud
    dry = temperature - LATENT / CV * cloud
    is_subsaturated = total <= saturation_mixing_ratio(dry, rho)
    first = newton(temperature, dry, total, rho)
    second = newton(first, dry, total, rho)
    third = where(has_converged(first, second), second, newton(second, dry, total, rho))
    ratio = minimum(saturation_mixing_ratio(third, rho), total)
    condensed = maximum(total - ratio, 0.0)
    new_temperature = where(is_subsaturated, dry, third)
    new_vapour, new_cloud = where(is_subsaturated, (total, 0.0), (ratio, condensed))
    return new_temperature, new_vapour, new_cloud


@gtx.program
def saturation_adjustment(
    temperature: CellK, vapour: CellK, cloud: CellK, rho: CellK
):
    adjust(temperature, vapour, cloud, rho, out=(temperature, vapour, cloud))
