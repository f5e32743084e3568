"""Positive definite advection on a mesh of median duals: an upwind pass, then one with corrective velocities."""

import gt4py.next as gtx
from gt4py.next import abs, float64, int32, max_over, maximum, min_over, minimum, neighbor_sum, where

Vertex = gtx.Dimension("Vertex")
Edge = gtx.Dimension("Edge")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
V2EDim = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
E2VDim = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
V2VDim = gtx.Dimension("V2V", kind=gtx.DimensionKind.LOCAL)
V2E = gtx.FieldOffset("V2E", source=Edge, target=(Vertex, V2EDim))
E2V = gtx.FieldOffset("E2V", source=Vertex, target=(Edge, E2VDim))
V2V = gtx.FieldOffset("V2V", source=Vertex, target=(Vertex, V2VDim))

VertexK = gtx.Field[[Vertex, K], float64]
EdgeK = gtx.Field[[Edge, K], float64]
Signs = gtx.Field[[Vertex, V2EDim], float64]
Volumes = gtx.Field[[Vertex], float64]

TINY = 1.0e-20


@gtx.field_operator
def upwind(rho: VertexK, velocity: EdgeK) -> EdgeK:
    return where(velocity > 0.0, rho(E2V[0]) * velocity, rho(E2V[1]) * velocity)


@gtx.field_operator
def divergence(flux: EdgeK, sign: Signs, volume: Volumes) -> VertexK:
    return neighbor_sum(flux(V2E) * sign, axis=V2EDim) / volume


@gtx.field_operator
def corrective(rho: VertexK, velocity: EdgeK, dt: float64) -> EdgeK:
    left, right = rho(E2V[0]), rho(E2V[1])
    ratio = (right - left) / (right + left + TINY)
    return abs(velocity) * (1.0 - dt * abs(velocity)) * ratio


@gtx.field_operator
def bounds(rho: VertexK) -> tuple[VertexK, VertexK]:
    neighbours = rho(V2V)
    highest = maximum(rho, max_over(neighbours, axis=V2VDim))
    lowest = minimum(rho, min_over(neighbours, axis=V2VDim))
    return lowest, highest


@gtx.field_operator
def pass_(rho: VertexK, velocity: EdgeK, sign: Signs, volume: Volumes, dt: float64) -> VertexK:
    return rho - dt * divergence(upwind(rho, velocity), sign, volume)


@gtx.field_operator
def mpdata(rho: VertexK, velocity: EdgeK, sign: Signs, volume: Volumes, dt: float64) -> VertexK:
    first = pass_(rho, velocity, sign, volume, dt)
    correction = corrective(first, velocity, dt)
    second = pass_(first, correction, sign, volume, dt)
    lowest, highest = bounds(rho)
    return minimum(maximum(second, lowest), highest)


@gtx.program
def transport(
    rho: VertexK,
    velocity: EdgeK,
    sign: Signs,
    volume: Volumes,
    dt: float64,
    out: VertexK,
    vertices: int32,
    levels: int32,
):
    mpdata(
        rho,
        velocity,
        sign,
        volume,
        dt,
        out=out,
        domain={Vertex: (0, vertices), K: (0, levels)},
    )
