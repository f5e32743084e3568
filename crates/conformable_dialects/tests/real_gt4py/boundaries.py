"""Relaxation towards boundary data near the edges of a limited area, and copies into halos."""

import gt4py.next as gtx
from gt4py.next import Field, broadcast, exp, float64, int32
from gt4py.next.ffront.experimental import concat_where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJK = Field[[I, J, K], float64]
IJ = Field[[I, J], float64]

WIDTH = 8
NX = 128
NY = 96


@gtx.field_operator
def relaxation_weight(distance: IJ, width: float64) -> IJ:
    return concat_where(
        (I < 8) | (I > 119), exp(-distance / width), broadcast(0.0, (I, J))
    )


@gtx.field_operator
def relax(a: IJK, boundary: IJK, distance: IJ, width: float64) -> IJK:
    weight = relaxation_weight(distance, width)
    return a + weight * (boundary - a)


@gtx.field_operator
def periodic_left(a: IJK) -> IJK:
    return concat_where(I < 2, a(Ioff[124]), a)


@gtx.field_operator
def frame(a: IJK, outside: float64) -> IJK:
    inner = (I > 0) & (J > 0) & (I < NX) & (J < NY)
    return concat_where(inner, a, outside)


@gtx.field_operator
def both(a: IJK, b: IJK) -> tuple[IJK, IJK]:
    return concat_where(J == 0, (a(Joff[1]), -b(Joff[1])), (a, b))


@gtx.program
def exchange(a: IJK, b: IJK, out_a: IJK, out_b: IJK, nx: int32, ny: int32, nz: int32):
    periodic_left(a, out=out_a, domain={I: (0, nx), J: (0, ny), K: (0, nz)})
    both(a, b, out=(out_a, out_b), domain={I: (0, nx), J: (0, ny), K: (0, nz)})


@gtx.program
def nudge(a: IJK, boundary: IJK, distance: IJ, width: float64, out: IJK):
    relax(a, boundary, distance, width, out=out[0:8, :, :])
    relax(a, boundary, distance, width, out=out)
