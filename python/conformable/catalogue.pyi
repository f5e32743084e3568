# What packages have registered is not known here: any name is an op, or a namespace of ops.
from conformable import numpy as numpy
from conformable._native import Op

class Entry(Op):
    def __getattr__(self, name: str) -> Entry: ...

def __getattr__(name: str) -> Entry: ...
