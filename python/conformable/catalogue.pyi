# What packages have registered is not known here: any name is an op, or a namespace of ops.
from conformable import numpy as numpy
from conformable.numpy import _Function

class Entry(_Function):
    def __getattr__(self, name: str) -> Entry: ...

def __getattr__(name: str) -> Entry: ...
