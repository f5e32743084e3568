"""Divergence, rotation and the Laplacian on triangles, from normal winds at edges."""

import gt4py.next as gtx
from gt4py.next import Dims, Field, float64, int32, neighbor_sum

Cell = gtx.Dimension("Cell")
Edge = gtx.Dimension("Edge")
Vertex = gtx.Dimension("Vertex")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
C2EDim = gtx.Dimension("C2E", kind=gtx.DimensionKind.LOCAL)
V2EDim = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
E2CDim = gtx.Dimension("E2C", kind=gtx.DimensionKind.LOCAL)
E2VDim = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
C2E = gtx.FieldOffset("C2E", source=Edge, target=(Cell, C2EDim))
V2E = gtx.FieldOffset("V2E", source=Edge, target=(Vertex, V2EDim))
E2C = gtx.FieldOffset("E2C", source=Cell, target=(Edge, E2CDim))
E2V = gtx.FieldOffset("E2V", source=Vertex, target=(Edge, E2VDim))

EdgeK = Field[Dims[Edge, K], float64]
EdgeField = Field[Dims[Edge], float64]


@gtx.field_operator
def divergence(
    vn: EdgeK, geofac: Field[Dims[Cell, C2EDim], float64]
) -> Field[Dims[Cell, K], float64]:
    return neighbor_sum(vn(C2E) * geofac, axis=C2EDim)


@gtx.field_operator
def rotation(
    vn: EdgeK, geofac: Field[Dims[Vertex, V2EDim], float64]
) -> Field[Dims[Vertex, K], float64]:
    return neighbor_sum(vn(V2E) * geofac, axis=V2EDim)


@gtx.field_operator
def nabla2(
    vn: EdgeK,
    geofac_div: Field[Dims[Cell, C2EDim], float64],
    geofac_rot: Field[Dims[Vertex, V2EDim], float64],
    orientation: EdgeField,
    inv_primal: EdgeField,
    inv_dual: EdgeField,
) -> EdgeK:
    div = divergence(vn, geofac_div)
    rot = rotation(vn, geofac_rot)
    across = (div(E2C[1]) - div(E2C[0])) * inv_dual
    along = orientation * (rot(E2V[1]) - rot(E2V[0])) * inv_primal
    return across - along


@gtx.field_operator
def nabla4(
    vn: EdgeK,
    geofac_div: Field[Dims[Cell, C2EDim], float64],
    geofac_rot: Field[Dims[Vertex, V2EDim], float64],
    orientation: EdgeField,
    inv_primal: EdgeField,
    inv_dual: EdgeField,
) -> EdgeK:
    second = nabla2(vn, geofac_div, geofac_rot, orientation, inv_primal, inv_dual)
    return nabla2(second, geofac_div, geofac_rot, orientation, inv_primal, inv_dual)


@gtx.program
def damp(
    vn: EdgeK,
    geofac_div: Field[Dims[Cell, C2EDim], float64],
    geofac_rot: Field[Dims[Vertex, V2EDim], float64],
    orientation: EdgeField,
    inv_primal: EdgeField,
    inv_dual: EdgeField,
    out: EdgeK,
    start: int32,
    end: int32,
    nlev: int32,
):
    nabla4(
        vn,
        geofac_div,
        geofac_rot,
        orientation,
        inv_primal,
        inv_dual,
        out=out,
        domain={Edge: (start, end), K: (0, nlev)},
    )
