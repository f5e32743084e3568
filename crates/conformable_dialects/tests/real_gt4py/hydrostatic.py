"""Hydrostatic pressure from the top down, and the geopotential from the ground up."""

import gt4py.next as gtx
from gt4py.next import exp, float64, int32, log
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

CellK = gtx.Field[[Cell, K], float64]
CellField = gtx.Field[[Cell], float64]

GRAVITY = 9.80665
GAS = 287.04
EPSILON = 0.6078


@gtx.scan_operator(axis=K, forward=True, init=0.0)
def weight_above(above: float64, rho: float64, thickness: float64) -> float64:
    return above + GRAVITY * rho * thickness


@gtx.scan_operator(axis=K, forward=False, init=(0.0, True))
def height_of_levels(
    state: tuple[float64, bool], thickness: float64, surface: float64
) -> tuple[float64, bool]:
    height, is_ground = state
    start = surface if is_ground else height
    return start + thickness, False


@gtx.field_operator
def virtual_temperature(temperature: CellK, vapour: CellK) -> CellK:
    return temperature * (1.0 + EPSILON * vapour)


@gtx.field_operator
def layer_thickness(temperature: CellK, vapour: CellK, pressure: CellK) -> CellK:
    virtual = virtual_temperature(temperature, vapour)
    ratio = concat_where(K == 0, log(2.0), log(pressure / pressure(Koff[-1])))
    return GAS * virtual / GRAVITY * ratio


@gtx.field_operator
def geopotential(
    temperature: CellK, vapour: CellK, pressure: CellK, surface: CellField
) -> CellK:
    thickness = layer_thickness(temperature, vapour, pressure)
    height, _ground = height_of_levels(thickness, surface)
    return GRAVITY * height


@gtx.field_operator
def pressure_of_levels(rho: CellK, thickness: CellK, top: float64) -> CellK:
    half = weight_above(rho, thickness) + top
    return exp(0.5 * (log(half) + log(half(Koff[1]))))


@gtx.program
def hydrostatic(
    rho: CellK, thickness: CellK, top: float64, out: CellK, cells: int32, levels: int32
):
    pressure_of_levels(rho, thickness, top, out=out, domain={Cell: (0, cells), K: (0, levels)})
