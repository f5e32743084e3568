"""The types of SciPy's compressed sparse matrices and arrays: `Sparse[csr, float64, (n, 3)]`.

SciPy is imported when a value is looked at; types of it can be made without it.
"""

from typing import Any, Self

import numpy as np

from conformable._native import Dim, ScalarType, TensorType, Type, parse_type, unique
from conformable._values import refuse

#: The formats of two dims whose data are three arrays.
_FORMATS = ("csr", "csc", "bsr")


class SparseTensorType(Type):
    """Sparse arrays of one format and dtype, of sizes that are known, partly known or not known."""

    __props__ = ("format", "dtype", "shape")

    format: str
    dtype: str
    shape: tuple[int | Dim | None, ...]

    def __new__(cls, format: str, dtype: Any, shape: Any = (None, None)) -> Self:
        if format not in _FORMATS:
            raise ValueError(f"unsupported format {format!r}: there are {', '.join(_FORMATS)}")
        dense = TensorType(dtype, shape)
        if dense.ndim != 2 or dense.shape is None:
            raise ValueError(f"a sparse array has two dims, not {dense.ndim}")
        if dense.numpy_dtype is None or dense.numpy_dtype.kind not in "biufc":
            raise TypeError(f"a sparse array is of numbers, not of {dense.dtype}")
        made = super().__new__(cls)
        made.format = format
        made.dtype = str(dense.dtype)
        made.shape = dense.shape
        return unique(made)

    def __reduce__(self) -> tuple[Any, ...]:
        # Run-time sizes are numbered within one text.
        return parse_type, (str(self),)

    def __repr__(self) -> str:
        text = str(self)
        return f"parse_type({text!r})" if "#" in text else super().__repr__()

    @property
    def dense(self) -> TensorType:
        """The type of the arrays that they stand for."""
        return TensorType(self.dtype, self.shape)

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The dtype as NumPy's object."""
        return np.dtype(self.dtype)

    ndim = 2

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__:
            raise AttributeError(f"types are immutable: {name} of {self}")
        super().__setattr__(name, value)

    def clone(
        self, format: str | None = None, dtype: Any = None, shape: Any = None
    ) -> "SparseTensorType":
        """The same type with other parts; what is not given is kept."""
        kept: tuple[Any, ...] = (self.format, self.dtype, self.shape)
        given = (format, dtype, shape)
        return SparseTensorType(
            *(old if new is None else new for old, new in zip(kept, given, strict=True))
        )

    def in_same_class(self, other: Type) -> bool:
        """Of the same format and dtype, with sizes of 1 at the same places."""
        if not isinstance(other, SparseTensorType) or other.format != self.format:
            return False
        return self.dense.in_same_class(other.dense)

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """The value in the format and the dtype; a dtype becomes a wider one only, unless told."""
        from scipy import sparse

        wanted = self.numpy_dtype
        if sparse.issparse(value) and value.format == self.format and value.dtype == wanted:
            return self._sized(value)
        if strict:
            raise refuse(self, value, f"an array in format {self.format} of {self.dtype} is needed")
        try:
            made = (
                value
                if sparse.issparse(value)
                else sparse.csr_array(np.atleast_2d(np.asarray(value)))
            )
            made = made.asformat(self.format)
        except (TypeError, ValueError) as error:
            raise refuse(self, value, str(error)) from error
        if not allow_downcast and np.result_type(made.dtype, wanted) != wanted:
            raise refuse(self, value, f"expected {self.dtype}, and got {made.dtype}")
        return self._sized(made.astype(wanted))

    def _sized(self, value: Any) -> Any:
        if not self.dense.consistent(TensorType(self.dtype, value.shape)):
            raise refuse(self, value, f"its shape is {value.shape}")
        return value

    def values_eq(self, a: Any, b: Any) -> bool:
        """Whether both are of this format and dtype, with the same elements."""
        if not (self._has(a) and self._has(b)) or a.shape != b.shape:
            return False
        # A number that is not one differs from itself.
        return bool(self.dense.values_eq(*self._aligned(a, b)))

    def values_eq_approx(self, a: Any, b: Any, eps: float = 1e-6) -> bool:
        """Whether they are equal but for rounding: by at most `eps` in any element."""
        if not (self._has(a) and self._has(b)) or a.shape != b.shape:
            return False
        difference = abs(a - b)
        return difference.nnz == 0 or bool(difference.max() < eps)

    def _aligned(self, a: Any, b: Any) -> tuple[Any, Any]:
        """The elements that either has, in one order."""
        rows, columns = (
            np.concatenate(part) for part in zip(a.nonzero(), b.nonzero(), strict=True)
        )
        return np.asarray(a.tocsr()[rows, columns]), np.asarray(b.tocsr()[rows, columns])

    def _has(self, value: Any) -> bool:
        return self.is_valid_value(value, strict=True)

    def may_share_memory(self, a: Any, b: Any) -> bool:
        """Whether one of the arrays behind them may be shared."""
        return any(
            np.may_share_memory(getattr(a, part), getattr(b, part))
            for part in ("data", "indices", "indptr")
        )

    def get_shape_info(self, obj: Any) -> tuple[int, ...]:
        """The bytes of each of the arrays behind it."""
        return tuple(part.nbytes for part in (obj.data, obj.indices, obj.indptr))

    def get_size(self, shape_info: Any) -> int:
        """The bytes of all of them."""
        return sum(shape_info)


def _write(ty: SparseTensorType) -> tuple[Any, ...]:
    return ty.format, ScalarType(ty.dtype), ty.shape


def read_value(value: Any) -> SparseTensorType:
    """The type of a sparse array."""
    return SparseTensorType(value.format, value.dtype, value.shape)


def is_sparse(cls: type) -> bool:
    """Whether values of this class are SciPy's sparse arrays; SciPy need not be there."""
    return cls.__module__.startswith("scipy.sparse.") and hasattr(cls, "tocsr")


def register_all(registry: Any) -> None:
    """Give a registry the class and its name in the text form."""
    registry.register_constructor(
        SparseTensorType, "Sparse", write=_write, read=SparseTensorType, covariant=True
    )


SparseTensorType.__module__ = "conformable"
