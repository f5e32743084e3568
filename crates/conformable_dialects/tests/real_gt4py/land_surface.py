"""The ground: classes of land by integers, snow and sea, energy at the surface, soil in layers."""

import gt4py.next as gtx
from gt4py.next import Field, astype, bool, float32, float64, int32, maximum, minimum, where

Cell = gtx.Dimension("Cell")
Soil = gtx.Dimension("Soil", kind=gtx.DimensionKind.VERTICAL)
SoilOff = gtx.FieldOffset("SoilOff", source=Soil, target=(Soil,))

CellField = Field[[Cell], float64]
CellMask = Field[[Cell], bool]
Classes = Field[[Cell], int32]
SoilField = Field[[Cell, Soil], float64]

WATER = 0
FOREST = 4
ICE = 9
SIGMA = 5.67e-8


@gtx.field_operator
def masks(kind: Classes, snow: CellField) -> tuple[CellMask, CellMask, CellMask]:
    is_water = kind == WATER
    is_ice = (kind == ICE) | (snow > 0.5)
    return is_water, is_ice, ~(is_water | is_ice)


@gtx.field_operator
def albedo(kind: Classes, snow: CellField) -> CellField:
    is_water, is_ice, is_land = masks(kind, snow)
    vegetation = where(kind == FOREST, 0.12, 0.22)
    covered = minimum(snow / 0.05, 1.0)
    land = vegetation * (1.0 - covered) + 0.75 * covered
    return where(is_water, 0.06, where(is_ice & ~is_land, 0.7, land))


@gtx.field_operator
def net_radiation(
    short: CellField, long: CellField, skin: CellField, kind: Classes, snow: CellField
) -> CellField:
    return (1.0 - albedo(kind, snow)) * short + long - SIGMA * skin**4


@gtx.field_operator
def conduct(
    soil: SoilField, conductivity: Field[[Soil], float64], is_frozen: bool, dt: float64
) -> SoilField:
    if is_frozen:
        factor = 2.0 * conductivity
        heat = 1.9e6
    else:
        factor = conductivity
        heat = 2.4e6
    flux = factor * (soil(SoilOff[1]) - soil)
    return soil + dt / heat * (flux - flux(SoilOff[-1]))


@gtx.field_operator
def melt(snow: CellField, skin: CellField, dt: float64) -> tuple[CellField, CellField]:
    energy = maximum(skin - 273.15, 0.0)
    melted = minimum(snow, 1.0e-5 * energy * dt)
    return snow - melted, where(melted > 0.0, minimum(skin, 273.15), skin)


@gtx.field_operator
def diagnostics(kind: Classes, snow: CellField) -> tuple[Field[[Cell], float32], Classes]:
    number = astype(snow > 0.0, int32) + kind * 10
    return astype(albedo(kind, snow), float32), number % 100


@gtx.program
def surface(snow: CellField, skin: CellField, dt: float64):
    melt(snow, skin, dt, out=(snow, skin))
