import collections
import dataclasses
import enum
import math
import typing
from typing import Annotated, Callable, NamedTuple

import gt4py.next as gtx
import numpy as np
from gt4py.next import (
    Dims, Field, abs, astype, broadcast, float32, float64, int32, int64, isnan, max_over, maximum, min_over, minimum,
    neighbor_sum, power, sin, where,
)
from gt4py.next.ffront.experimental import as_offset, concat_where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
V = gtx.Dimension("V")
E = gtx.Dimension("E")
V2EDim = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
E2VDim = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
V2E = gtx.FieldOffset("V2E", source=E, target=(V, V2EDim))
E2V = gtx.FieldOffset("E2V", source=V, target=(E, E2VDim))
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Joff = gtx.FieldOffset("Joff", source=J, target=(J,))
HALF = 0.5
LATENT = 2.5e6 * 0.5
COUNT = 3 * 4
ZERO = -1
IF = Field[[I], float64]
IF32 = Field[[I], float32]
II = Field[[I], int32]
IL = Field[[I], int64]
IB = Field[[I], bool]
JF = Field[[J], float64]
KF = Field[[K], float64]
KF32 = Field[[K], float32]
IJF = Field[[I, J], float64]
IKF = Field[[I, K], float64]
VF = Field[[V], float64]
EF = Field[[E], float64]
VLF = Field[[V, V2EDim], float64]


class Pair(NamedTuple):
    x: IF
    n: int32


class State(NamedTuple):
    a: float64
    b: float64


@dataclasses.dataclass
class Wind:
    u: IF
    v: IF


class Kind(enum.IntEnum):
    LAND = 1
    SEA = 2


Untyped = collections.namedtuple("Untyped", ["x", "y"])


@gtx.field_operator
def g(b: IF) -> IF:
    return b


@gtx.field_operator
def h(b: Field[[], float64]) -> Field[[], float64]:
    return b


@gtx.scan_operator(axis=K, forward=True, init=0.0)
def scan0(carry: float64, a: float64) -> float64:
    return carry + a
