"""Gradients on an unstructured mesh: along edges, by Green and Gauss at vertices, at cells by three edges."""

import gt4py.next as gtx
from gt4py.next import float64, int32, neighbor_sum

Cell = gtx.Dimension("Cell")
Edge = gtx.Dimension("Edge")
Vertex = gtx.Dimension("Vertex")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
E2VDim = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
V2EDim = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
C2EDim = gtx.Dimension("C2E", kind=gtx.DimensionKind.LOCAL)
E2V = gtx.FieldOffset("E2V", source=Vertex, target=(Edge, E2VDim))
V2E = gtx.FieldOffset("V2E", source=Edge, target=(Vertex, V2EDim))
C2E = gtx.FieldOffset("C2E", source=Edge, target=(Cell, C2EDim))

VertexK = gtx.Field[[Vertex, K], float64]
EdgeK = gtx.Field[[Edge, K], float64]
CellK = gtx.Field[[Cell, K], float64]


@gtx.field_operator
def along_edges(psi: VertexK, inverse_length: gtx.Field[[Edge], float64]) -> EdgeK:
    return (psi(E2V[1]) - psi(E2V[0])) * inverse_length


@gtx.field_operator
def edge_mean(psi: VertexK) -> EdgeK:
    return 0.5 * (psi(E2V[0]) + psi(E2V[1]))


@gtx.field_operator
def at_vertices(
    psi: VertexK,
    normal_x: gtx.Field[[Edge], float64],
    normal_y: gtx.Field[[Edge], float64],
    sign: gtx.Field[[Vertex, V2EDim], float64],
    area: gtx.Field[[Vertex], float64],
) -> tuple[VertexK, VertexK]:
    mean = edge_mean(psi)
    flux_x = mean * normal_x
    flux_y = mean * normal_y
    grad_x = neighbor_sum(flux_x(V2E) * sign, axis=V2EDim) / area
    grad_y = neighbor_sum(flux_y(V2E) * sign, axis=V2EDim) / area
    return grad_x, grad_y


@gtx.field_operator
def at_cells(
    psi: VertexK,
    inverse_length: gtx.Field[[Edge], float64],
    weights: gtx.Field[[Cell, C2EDim], float64],
) -> CellK:
    gradient = along_edges(psi, inverse_length)
    return neighbor_sum(gradient(C2E) * weights, axis=C2EDim)


@gtx.program
def gradients(
    psi: VertexK,
    normal_x: gtx.Field[[Edge], float64],
    normal_y: gtx.Field[[Edge], float64],
    sign: gtx.Field[[Vertex, V2EDim], float64],
    area: gtx.Field[[Vertex], float64],
    grad_x: VertexK,
    grad_y: VertexK,
    vertices: int32,
    levels: int32,
):
    at_vertices(
        psi,
        normal_x,
        normal_y,
        sign,
        area,
        out=(grad_x, grad_y),
        domain={Vertex: (0, vertices), K: (0, levels)},
    )
