"""Three stages of Runge and Kutta for winds and pressure, with a state in a data class."""

import dataclasses

import gt4py.next as gtx
from gt4py.next import Field, float64, int32

I = gtx.Dimension("I")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Koff = gtx.FieldOffset("Koff", source=K, target=(K,))

IK = Field[[I, K], float64]


@dataclasses.dataclass
class State:
    u: IK
    w: IK
    p: IK


@gtx.field_operator
def buoyancy(p: IK, reference: Field[[K], float64]) -> IK:
    return 9.81 * (p - reference) / reference


@gtx.field_operator
def tendency(s: State, reference: Field[[K], float64], dx: float64, dz: float64) -> State:
    du = -(s.p(Ioff[1]) - s.p(Ioff[-1])) / (2.0 * dx)
    dw = -(s.p(Koff[1]) - s.p(Koff[-1])) / (2.0 * dz) + buoyancy(s.p, reference)
    divergence = (s.u(Ioff[1]) - s.u(Ioff[-1])) / (2.0 * dx) + (s.w(Koff[1]) - s.w(Koff[-1])) / (
        2.0 * dz
    )
    return State(du, dw, -115600.0 * divergence)


@gtx.field_operator
def advance(s: State, rate: State, dt: float64) -> State:
    return State(u=s.u + dt * rate.u, w=s.w + dt * rate.w, p=s.p + dt * rate.p)


@gtx.field_operator
def step(
    s: State, reference: Field[[K], float64], dx: float64, dz: float64, dt: float64
) -> State:
    first = advance(s, tendency(s, reference, dx, dz), dt / 3.0)
    second = advance(s, tendency(first, reference, dx, dz), dt / 2.0)
    return advance(s, tendency(second, reference, dx, dz), dt)


@gtx.field_operator
def kinetic_energy(s: State) -> IK:
    u, w, _p = s
    return 0.5 * (u**2 + w**2)


@gtx.program
def integrate(
    s: State, reference: Field[[K], float64], dx: float64, dz: float64, dt: float64, energy: IK, n: int32
):
    step(s, reference, dx, dz, dt, out=s)
    kinetic_energy(s, out=energy, domain={I: (0, n), K: (0, n)})
