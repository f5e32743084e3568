"""Long-wave radiation in two streams: fluxes down and up through absorbing layers, and the heating that is left."""

import gt4py.next as gtx
from gt4py.next import broadcast, exp, float64, where
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

CellK = gtx.Field[[Cell, K], float64]
CellField = gtx.Field[[Cell], float64]

SIGMA = 5.6704e-8
DIFFUSIVITY = 1.66
HEAT = 1004.64


@gtx.scan_operator(axis=K, forward=True, init=0.0)
def downward(above: float64, transmission: float64, source: float64) -> float64:
    return above * transmission + source * (1.0 - transmission)


@gtx.scan_operator(axis=K, forward=False, init=(0.0, True))
def upward(
    below: tuple[float64, bool], transmission: float64, source: float64, ground: float64
) -> tuple[float64, bool]:
    start = ground if below[1] else below[0]
    return start * transmission + source * (1.0 - transmission), False


@gtx.field_operator
def planck(temperature: CellK) -> CellK:
    return SIGMA * temperature**4


@gtx.field_operator
def optical_depth(vapour: CellK, cloud: CellK, layer_mass: CellK) -> CellK:
    gas = 0.12 * vapour * layer_mass
    liquid = where(cloud > 1.0e-8, 140.0 * cloud * layer_mass, 0.0)
    return gas + liquid


@gtx.field_operator
def fluxes(
    temperature: CellK, vapour: CellK, cloud: CellK, layer_mass: CellK, ground: CellField
) -> tuple[CellK, CellK]:
    transmission = exp(-DIFFUSIVITY * optical_depth(vapour, cloud, layer_mass))
    source = planck(temperature)
    down = downward(transmission, source)
    emitted = broadcast(SIGMA * ground**4, (Cell, K))
    up, _is_ground = upward(transmission, source, emitted)
    return down, up


@gtx.field_operator
def heating(
    temperature: CellK, vapour: CellK, cloud: CellK, layer_mass: CellK, ground: CellField
) -> CellK:
    down, up = fluxes(temperature, vapour, cloud, layer_mass, ground)
    net = down - up
    above = concat_where(K == 0, 0.0, net(Koff[-1]))
    return (above - net) / (HEAT * layer_mass)


@gtx.program
def radiate(
    temperature: CellK, vapour: CellK, cloud: CellK, layer_mass: CellK, ground: CellField, out: CellK
):
    heating(temperature, vapour, cloud, layer_mass, ground, out=out)
