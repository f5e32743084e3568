"""Metric terms of terrain following levels, and the vertical wind that they give."""

import gt4py.next as gtx
from gt4py.next import Dims, Field, float64, neighbor_sum, sin
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
Edge = gtx.Dimension("Edge")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
E2CDim = gtx.Dimension("E2C", kind=gtx.DimensionKind.LOCAL)
C2EDim = gtx.Dimension("C2E", kind=gtx.DimensionKind.LOCAL)
E2C = gtx.FieldOffset("E2C", source=Cell, target=(Edge, E2CDim))
C2E = gtx.FieldOffset("C2E", source=Edge, target=(Cell, C2EDim))
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

CellK = Field[Dims[Cell, K], float64]
EdgeK = Field[Dims[Edge, K], float64]

FLAT = 10
PI = 3.141592653589793


@gtx.field_operator
def level_height(
    flat: Field[Dims[K], float64], decay: Field[Dims[K], float64], topography: Field[Dims[Cell], float64]
) -> CellK:
    return concat_where(K < FLAT, flat + 0.0 * topography, flat + decay * topography)


@gtx.field_operator
def thickness(z: CellK) -> CellK:
    return z - z(Koff[1])


@gtx.field_operator
def slope_along_normal(z: CellK, inverse_dual: Field[Dims[Edge], float64]) -> EdgeK:
    return (z(E2C[1]) - z(E2C[0])) * inverse_dual


@gtx.field_operator
def contravariant(
    vn: EdgeK,
    z: CellK,
    inverse_dual: Field[Dims[Edge], float64],
    weights: Field[Dims[Cell, C2EDim], float64],
) -> CellK:
    correction = vn * slope_along_normal(z, inverse_dual)
    at_cells = neighbor_sum(correction(C2E) * weights, axis=C2EDim)
    return concat_where(K < FLAT, 0.0, at_cells)


@gtx.field_operator
def rayleigh(z: CellK, top: float64, start: float64, strength: float64) -> CellK:
    relative = (z - start) / (top - start)
    return concat_where(K < FLAT, strength * sin(0.5 * PI * relative) ** 2, 0.0)


@gtx.program
def prepare(
    flat: Field[Dims[K], float64],
    decay: Field[Dims[K], float64],
    topography: Field[Dims[Cell], float64],
    z: CellK,
    ddz: CellK,
):
    level_height(flat, decay, topography, out=z)
    thickness(z, out=ddz)
