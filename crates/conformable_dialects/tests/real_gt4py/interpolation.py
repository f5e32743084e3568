"""Interpolation between cells, edges and vertices, and between full and half levels."""

import gt4py.next as gtx
from gt4py.next import astype, float32, float64, neighbor_sum
from gt4py.next.ffront.experimental import concat_where

Cell = gtx.Dimension("Cell")
Edge = gtx.Dimension("Edge")
Vertex = gtx.Dimension("Vertex")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
E2CDim = gtx.Dimension("E2C", kind=gtx.DimensionKind.LOCAL)
V2CDim = gtx.Dimension("V2C", kind=gtx.DimensionKind.LOCAL)
C2EDim = gtx.Dimension("C2E", kind=gtx.DimensionKind.LOCAL)
E2C = gtx.FieldOffset("E2C", source=Cell, target=(Edge, E2CDim))
V2C = gtx.FieldOffset("V2C", source=Cell, target=(Vertex, V2CDim))
C2E = gtx.FieldOffset("C2E", source=Edge, target=(Cell, C2EDim))
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

wpfloat = float64
vpfloat = float32
CellK = gtx.Field[[Cell, K], wpfloat]


@gtx.field_operator
def cells_to_edges(
    interpolant: CellK, coefficients: gtx.Field[[Edge, E2CDim], wpfloat]
) -> gtx.Field[[Edge, K], wpfloat]:
    return neighbor_sum(interpolant(E2C) * coefficients, axis=E2CDim)


@gtx.field_operator
def cells_to_vertices(
    interpolant: gtx.Field[[Cell, K], vpfloat], coefficients: gtx.Field[[Vertex, V2CDim], wpfloat]
) -> gtx.Field[[Vertex, K], vpfloat]:
    wide = astype(interpolant, wpfloat)
    return astype(neighbor_sum(wide(V2C) * coefficients, axis=V2CDim), vpfloat)


@gtx.field_operator
def edges_to_cells(
    kinetic: gtx.Field[[Edge, K], wpfloat], weights: gtx.Field[[Cell, C2EDim], wpfloat]
) -> CellK:
    first = kinetic(C2E)[C2EDim(0)] * weights[C2EDim(0)]
    second = kinetic(C2E)[C2EDim(1)] * weights[C2EDim(1)]
    third = kinetic(C2E)[C2EDim(2)] * weights[C2EDim(2)]
    return first + second + third


@gtx.field_operator
def to_half_levels(full: CellK, weight: CellK) -> CellK:
    inner = weight * full + (1.0 - weight) * full(Koff[-1])
    return concat_where(K == 0, full, inner)


@gtx.field_operator
def mean_of_levels(half: CellK) -> CellK:
    return 0.5 * (half + half(Koff[1]))


@gtx.program
def interpolate(
    cells: CellK,
    coefficients: gtx.Field[[Edge, E2CDim], wpfloat],
    weight: CellK,
    edges: gtx.Field[[Edge, K], wpfloat],
    half: CellK,
):
    cells_to_edges(cells, coefficients, out=edges)
    to_half_levels(cells, weight, out=half)
