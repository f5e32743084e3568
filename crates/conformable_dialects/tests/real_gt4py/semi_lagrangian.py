"""Semi-Lagrangian advection in one direction: the departure point's cell by an offset field, then interpolation."""

import gt4py.next as gtx
from gt4py.next import Field, astype, float64, floor, int32, where
from gt4py.next.ffront.experimental import as_offset

I = gtx.Dimension("I")
J = gtx.Dimension("J")
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))

IJ = Field[[I, J], float64]
Offsets = Field[[I, J], int32]


@gtx.field_operator
def departure(u: IJ, dt: float64, dx: float64) -> tuple[Offsets, IJ]:
    distance = -u * dt / dx
    cell = floor(distance)
    return astype(cell, int32), distance - cell


@gtx.field_operator
def linear(a: IJ, cell: Offsets, fraction: IJ) -> IJ:
    left = a(as_offset(Ioff, cell))
    right = a(as_offset(Ioff, cell + 1))
    return (1.0 - fraction) * left + fraction * right


@gtx.field_operator
def cubic(a: IJ, cell: Offsets, fraction: IJ) -> IJ:
    before = a(as_offset(Ioff, cell - 1))
    left = a(as_offset(Ioff, cell))
    right = a(as_offset(Ioff, cell + 1))
    behind = a(as_offset(Ioff, cell + 2))
    w_before = -fraction * (1.0 - fraction) * (2.0 - fraction) / 6.0
    w_left = (1.0 - fraction**2) * (2.0 - fraction) / 2.0
    w_right = fraction * (1.0 + fraction) * (2.0 - fraction) / 2.0
    w_behind = -fraction * (1.0 - fraction**2) / 6.0
    return w_before * before + w_left * left + w_right * right + w_behind * behind


@gtx.field_operator
def monotone(a: IJ, value: IJ, cell: Offsets) -> IJ:
    left = a(as_offset(Ioff, cell))
    right = a(as_offset(Ioff, cell + 1))
    low = where(left < right, left, right)
    high = where(left < right, right, left)
    clipped = where(value < low, low, value)
    return where(clipped > high, high, clipped)


@gtx.field_operator
def advect(a: IJ, u: IJ, dt: float64, dx: float64, is_cubic: bool) -> IJ:
    cell, fraction = departure(u, dt, dx)
    if is_cubic:
        value = monotone(a, cubic(a, cell, fraction), cell)
    else:
        value = linear(a, cell, fraction)
    return value


@gtx.program
def semi_lagrangian(a: IJ, u: IJ, dt: float64, dx: float64, out: IJ):
    advect(a, u, dt, dx, True, out=out[3:-3, :])
