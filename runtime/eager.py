"""EagerTensor: a tensor with its value at hand; and running one op at once."""

import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime import dtypes, shapes
from runtime.context import eager_context
from runtime.float_errors import SILENT, restore, silence
from runtime.kernel_errors import error_class
from runtime.registry import bind_kernel, op_def
from runtime.signature import Attrs, Group, complete_attrs, output_dtypes
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.variables import Variable


class EagerTensor(Tensor):
    """A tensor that holds its value.

    Attributes:
        _value: a numpy array or scalar (bytes objects for strings), or the Python object of a resource or variant.
            Shared between tensors, so never written to.
        variable: for the handle and the value of a variable used like a tensor, that variable.
        is_literal: whether it stands for what is written in a call, see `Literal`.
    """

    is_literal = False
    _value: Any
    variable: "weakref.ref[Variable] | None" = None

    def __init__(self, value: Any, dtype: dtypes.DType) -> None:
        self._value = value
        self.dtype = dtype

    @property
    def shape(self) -> shapes.TensorShape:
        """The shape of the value."""
        value = self._value
        return shapes.TensorShape(value.shape) if isinstance(value, np.ndarray | np.generic) else shapes.SCALAR

    @property
    def ndim(self) -> int:
        """The rank."""
        return getattr(self._value, "ndim", 0)

    def set_shape(self, shape: shapes.ShapeLike) -> None:
        """Checks the shape.

        Raises:
            ValueError: it is another one.
        """
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"A tensor of shape {self.shape} cannot be set to shape {shapes.as_shape(shape)}.")

    @property
    def graph(self) -> Any:
        """Not there: an eager tensor is in no graph."""
        raise AttributeError("An EagerTensor has no graph: it was computed at once.")

    op = graph
    name = graph

    @property
    def device(self) -> str:
        """Where the value is."""
        return "/device:CPU:0"

    def numpy(self) -> Any:
        """A copy of the value: a numpy array, a numpy scalar for rank 0 (bytes for a string)."""
        value = self._value
        if not isinstance(value, np.ndarray):
            return value
        return value.copy() if value.ndim else value[()]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        value = np.asarray(self._value)
        if dtype is not None and np.dtype(dtype) != value.dtype:
            if copy is False:
                raise ValueError(f"A {self.dtype.name} tensor cannot become {np.dtype(dtype)} without a copy.")
            return value.astype(dtype)
        if copy:
            return value.copy()
        view = value.view()
        view.flags.writeable = False  # The buffer is shared with other tensors.
        return view

    def __dlpack__(self, **options: Any) -> Any:
        return np.array(self._value).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def item(self) -> Any:
        """The only element as a Python object."""
        return self._value.item()

    def tolist(self) -> Any:
        """The elements as nested Python lists."""
        return self._value.tolist()

    def __bool__(self) -> bool:
        return bool(self._value)

    def __int__(self) -> int:
        return int(self._value)

    def __float__(self) -> float:
        return float(self._value)

    def __complex__(self) -> complex:
        return complex(self._value)

    def __index__(self) -> int:
        value = self._value
        if getattr(value, "ndim", None) != 0 or not self.dtype.is_integer:
            raise TypeError(f"Only scalar integer tensors are indices, not {self!r}")
        return int(value)

    def __len__(self) -> int:
        if not np.ndim(self._value):
            raise TypeError("A scalar tensor has no len().")
        return len(self._value)

    def __iter__(self) -> Iterator[Tensor]:
        if not np.ndim(self._value):
            raise TypeError("A scalar tensor cannot be iterated over.")
        return (self[i] for i in range(len(self._value)))

    def __contains__(self, value: Any) -> bool:
        if not np.ndim(self._value):
            raise TypeError("A scalar tensor holds no elements to look for a value in: compare it with `==`.")
        return value in self._value

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec)

    def __str__(self) -> str:
        return f"Tensor({_text(self._value, str)}, shape={self.shape}, dtype={self.dtype.name})"

    def __repr__(self) -> str:
        return f"<Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={_text(self._value, repr)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return EagerTensor, (self._value, self.dtype)


def _text(value: Any, form: Any) -> str:
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return str(value.item() if value.dtype == object else value)
    text = str(form(value))
    return f"\n{text}" if "\n" in text else text


# ---------------------------------------------------------------------------------------------- running an op


class Bound:
    """An op type with dtypes and attributes settled: what to call, and the dtypes of what comes out."""

    __slots__ = ("attrs", "call", "dtype", "dtypes", "op_type")

    def __init__(self, op_type: str, call: Any, attrs: Attrs, types: tuple[dtypes.DType, ...]) -> None:
        self.op_type = op_type
        self.call = call
        self.attrs = attrs
        self.dtypes = types
        self.dtype = types[0] if len(types) == 1 else None


def bind(op_type: str, groups: Sequence[Group], attrs: Mapping[str, Any]) -> Bound:
    """Checks an op on eager inputs and finds its kernel."""
    definition = op_def(op_type)
    complete = complete_attrs(definition, groups, attrs)
    call = bind_kernel(op_type, complete, eager_context())
    return Bound(op_type, call, complete, output_dtypes(definition, complete))


class Literal(EagerTensor):
    """A constant that is made once for all calls that it is written in; in a graph each operation gets its own."""

    is_literal = True


def wrap(value: Any, dtype: dtypes.DType) -> EagerTensor:
    """An EagerTensor of a value that a kernel made."""
    tensor = _new(EagerTensor)
    tensor._value = value
    tensor.dtype = dtype
    return tensor


_new = object.__new__


def run(bound: Bound, values: Sequence[Any]) -> list[EagerTensor] | None:
    """Runs an op on arrays; None if it has no outputs.

    Raises:
        OpError: the kernel refused the values; of the class that says why.
    """
    previous = silence(SILENT)
    try:
        result = bound.call(*values)
    except Exception as error:
        told = _told(error, bound, values)
        if told is error:
            raise
        raise told from error
    finally:
        restore(previous)
    if bound.dtype is not None:
        tensor = _new(EagerTensor)
        tensor._value = result[0] if type(result) is tuple else result
        tensor.dtype = bound.dtype
        return [tensor]
    if not bound.dtypes:
        return None
    return [wrap(value, dtype) for value, dtype in zip(result, bound.dtypes, strict=True)]


def _told(error: Exception, bound: Bound, values: Sequence[Any]) -> Exception:
    """The error of a kernel, of TensorFlow's class and with the op and its inputs named."""
    known = error_class(error, bound.op_type, bound.attrs)
    if known is None:
        return error
    described = ", ".join(_describe_value(value) for value in values)
    return known(f"{error or type(error).__name__} [Op:{bound.op_type}] inputs: {described}")


def _describe_value(value: Any) -> str:
    if isinstance(value, np.ndarray | np.generic):
        name = "string" if value.dtype == object else value.dtype.name
        return f"{name}{list(value.shape)}"
    return type(value).__name__


class EagerOperation:
    """An op that ran at once, as recorders see it: like an `Operation` that is in no graph.

    Attributes:
        type: the op type.
        op_def: its signature.
        inputs: the tensors it took, lists spread out.
        outputs: the tensors it made.
        attrs: attributes by name; reading one that is not set gives the default.
    """

    __slots__ = ("attrs", "inputs", "op_def", "outputs", "type")

    def __init__(self, bound: Bound, inputs: tuple[Tensor, ...], outputs: tuple[Tensor, ...]) -> None:
        self.type = bound.op_type
        self.op_def = op_def(bound.op_type)
        self.attrs = bound.attrs
        self.inputs = inputs
        self.outputs = outputs

    @property
    def name(self) -> str:
        """The op type: what ran eagerly has no name."""
        return self.type

    def get_attr(self, name: str) -> Any:
        """The value of an attribute, or its default."""
        return self.attrs[name]

    def __repr__(self) -> str:
        return f"<EagerOperation type={self.type}>"
