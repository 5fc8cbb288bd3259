"""What is known about each op type: its definition, kernel, shape rule and gradient.

Definitions are data (`opdefs.json`). Kernels, shape rules and gradients register by decorator in the modules of
`runtime.kernels`, `runtime.shape_rules` and `runtime.gradients`, which are imported when one is first asked for.
"""

import functools
import importlib
import inspect
import json
import pkgutil
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from runtime import dtypes, errors, shapes
from runtime.names import nearest

if TYPE_CHECKING:
    from runtime.graph import Operation
    from runtime.tensor import Tensor

    ShapeRule = Callable[[Operation], Sequence[shapes.TensorShape]]
    GradientRule = Callable[..., Sequence[Tensor | None]]

_F = TypeVar("_F", bound=Callable[..., Any])
MISSING: Any = type("Missing", (), {"__repr__": lambda self: "<no default>"})()


@dataclass(frozen=True)
class ArgDef:
    """An input or output of an op: one tensor, `number_attr` tensors, or one for each type of `type_list_attr`."""

    name: str
    type: dtypes.DType | None = None
    type_attr: str | None = None
    number_attr: str | None = None
    type_list_attr: str | None = None
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the argument is a list of tensors."""
        return self.number_attr is not None or self.type_list_attr is not None


@dataclass(frozen=True)
class AttrDef:
    """An attribute of an op: its type (TensorFlow's name for it), default, allowed values and minimum."""

    name: str
    type: str
    default: Any = MISSING
    allowed: frozenset[Any] | None = None
    minimum: int | None = None


@dataclass(frozen=True)
class OpDef:
    """The signature of an op type."""

    name: str
    inputs: tuple[ArgDef, ...] = ()
    outputs: tuple[ArgDef, ...] = ()
    attrs: Mapping[str, AttrDef] = field(default_factory=dict)
    is_stateful: bool = False
    is_commutative: bool = False
    is_aggregate: bool = False
    allows_uninitialized_input: bool = False

    def default(self, attr: str) -> Any:
        """The default of an attribute.

        Raises:
            KeyError: there is no such attribute, or it has no default.
        """
        known = self.attrs.get(attr)
        if known is None or known.default is MISSING:
            raise KeyError(attr)
        return known.default


# ---------------------------------------------------------------------------------------------- definitions

_op_defs: dict[str, OpDef] = {}


def op_def(op_type: str) -> OpDef:
    """The definition of an op type.

    Raises:
        NotFoundError: there is no such op type; the message names similar ones.
    """
    known = _op_defs.get(op_type)
    if known is None:
        known = _op_defs[op_type] = _parse_op_def(op_type)
    return known


def has_op_def(op_type: str) -> bool:
    """Whether the op type is defined."""
    return op_type in _op_defs or op_type in _definitions()


def register_op_def(definition: OpDef) -> None:
    """Defines an op type that TensorFlow's table here lacks, such as one found in a file.

    Raises:
        AlreadyExistsError: another definition of that name is known.
    """
    if has_op_def(definition.name) and op_def(definition.name) != definition:
        raise errors.AlreadyExistsError(f"Op type {definition.name!r} is defined already, in another way.")
    _op_defs[definition.name] = definition


def all_op_types() -> list[str]:
    """The names of all op types defined, sorted."""
    return sorted({*_op_defs, *_definitions()})


@functools.cache
def _definitions() -> dict[str, Any]:
    text = resources.files("runtime").joinpath("opdefs.json").read_text(encoding="utf-8")
    definitions: dict[str, Any] = json.loads(text)["ops"]
    return definitions


def _parse_op_def(op_type: str) -> OpDef:
    raw = _definitions().get(op_type)
    if raw is None:
        hint = nearest(op_type, _definitions())
        raise errors.NotFoundError(f"There is no op type {op_type!r}.{hint}")
    flags = {flag: raw[flag] for flag in ("is_stateful", "is_commutative", "is_aggregate") if flag in raw}
    return OpDef(
        op_type,
        tuple(_parse_arg(arg) for arg in raw["inputs"]),
        tuple(_parse_arg(arg) for arg in raw["outputs"]),
        {name: _parse_attr(name, attr) for name, attr in raw["attrs"].items()},
        allows_uninitialized_input=raw.get("allows_uninitialized_input", False),
        **flags,
    )


def _parse_arg(raw: dict[str, Any]) -> ArgDef:
    return ArgDef(**{**raw, "type": dtypes.as_dtype(raw["type"]) if "type" in raw else None})


def _parse_attr(name: str, raw: dict[str, Any]) -> AttrDef:
    kind, allowed = raw["type"], raw.get("allowed")
    if allowed is not None:
        allowed = frozenset(map(dtypes.as_dtype, allowed) if kind in ("type", "list(type)") else allowed)
    default = _parse_default(kind, raw["default"]) if "default" in raw else MISSING
    return AttrDef(name, kind, default, allowed, raw.get("min"))


def _parse_default(kind: str, value: Any) -> Any:
    if kind == "type":
        return dtypes.as_dtype(value)
    if kind == "shape":
        return shapes.UNKNOWN if value.get("unknown_rank") else shapes.TensorShape(value["dims"])
    return tuple(value) if kind.startswith("list(") else value


# ---------------------------------------------------------------------------------------------- the layers


class _Layer:
    """One table of rules, filled by the modules of one package when first needed."""

    def __init__(self, package: str, what: str) -> None:
        self.package = package
        self.what = what
        self.table: dict[str, Any] = {}
        self._loaded = False
        self._lock = threading.RLock()

    def add(self, op_types: Sequence[str], rule: Any) -> None:
        """Registers a rule for types of ops."""
        for op_type in op_types:
            if op_type in self.table:
                raise ValueError(f"There is a {self.what} for {op_type} already: {self.table[op_type]!r}")
            self.table[op_type] = rule

    def get(self, op_type: str) -> Any:
        """The rule for a type of op, or None. All modules of the layer are imported before that is said."""
        rule = self.table.get(op_type)
        if rule is None and not self._loaded:
            self.load()
            rule = self.table.get(op_type)
        return rule

    def load(self) -> None:
        """Imports all modules of the layer, once; if one fails nothing stays of any, so that the next try tells it
        again.
        """
        with self._lock:
            if not self._loaded:
                package = importlib.import_module(self.package)
                try:
                    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
                        importlib.import_module(f"{self.package}.{module}")
                except BaseException:
                    self._unload()
                    raise
                self._loaded = True

    def _unload(self) -> None:
        """Forgets everything, so that a second try shows the same error and not rules that are there already."""
        self.table.clear()
        for name in [name for name in sys.modules if name.startswith(f"{self.package}.")]:
            del sys.modules[name]


class Kernel(NamedTuple):
    """A kernel and the keyword arguments that it wants; a maker takes them alone and returns the kernel."""

    function: Callable[..., Any]
    attrs: tuple[str, ...]
    optional: frozenset[str]
    surroundings: frozenset[str]
    is_maker: bool


class _NotDifferentiable:
    """Marks an op type that has no gradient, on purpose."""

    def __repr__(self) -> str:
        return "<not differentiable>"


NOT_DIFFERENTIABLE = _NotDifferentiable()
_kernels = _Layer("runtime.kernels", "kernel")
_shape_rules = _Layer("runtime.shape_rules", "shape rule")
_gradients = _Layer("runtime.gradients", "gradient")


def kernel(*op_types: str) -> Callable[[_F], _F]:
    """Registers what computes these op types.

    The function gets the input arrays (numpy arrays or scalars) by position. Its keyword-only parameters are the
    attributes it wants, by TensorFlow's names, and `context` for the `RunContext`, `owner` for the `Operation` (None
    if it runs eagerly). It returns one array, a tuple of them, or None for an op without outputs. A numpy ufunc may be
    registered as it is.
    """

    def register(function: _F) -> _F:
        """Registers the function, and gives it back."""
        _kernels.add(op_types, _describe_kernel(function, is_maker=False))
        return function

    return register


def kernel_maker(*op_types: str) -> Callable[[_F], _F]:
    """Registers what makes the kernel of these op types, so that attributes are looked at once, not in each run.

    The function has the keyword-only parameters of a kernel and no others; it returns what takes the input arrays.
    """

    def register(function: _F) -> _F:
        """Registers the function, and gives it back."""
        _kernels.add(op_types, _describe_kernel(function, is_maker=True))
        return function

    return register


def shape_rule(*op_types: str) -> Callable[[_F], _F]:
    """Registers what infers the output shapes of these op types: a function of the `Operation`."""

    def register(function: _F) -> _F:
        """Registers the function, and gives it back."""
        _shape_rules.add(op_types, function)
        return function

    return register


def gradient(*op_types: str) -> Callable[[_F], _F]:
    """Registers the gradient of these op types: a function of the `Operation` and one gradient for each output."""

    def register(function: _F) -> _F:
        """Registers the function, and gives it back."""
        _gradients.add(op_types, function)
        return function

    return register


def not_differentiable(*op_types: str) -> None:
    """Says that these op types have no gradient, on purpose: none flows to their inputs."""
    _gradients.add(op_types, NOT_DIFFERENTIABLE)


def load_kernels() -> None:
    """Imports all kernel modules."""
    _kernels.load()


def load_shape_rules() -> None:
    """Imports all shape rule modules."""
    _shape_rules.load()


def load_gradients() -> None:
    """Imports all gradient modules."""
    _gradients.load()


def kernel_of(op_type: str) -> Kernel:
    """The kernel of an op type.

    Raises:
        UnimplementedError: there is none.
    """
    found: Kernel | None = _kernels.get(op_type)
    if found is None:
        op_def(op_type)
        raise errors.UnimplementedError(f"Op type {op_type} has no kernel: it can stand in a graph but not run.")
    return found


def has_kernel(op_type: str) -> bool:
    """Whether the op type can run here."""
    return _kernels.get(op_type) is not None


def shape_rule_of(op_type: str) -> "ShapeRule | None":
    """The shape rule of an op type, or None if it has none."""
    rule: ShapeRule | None = _shape_rules.get(op_type)
    return rule


def gradient_of(op_type: str) -> "GradientRule | _NotDifferentiable | None":
    """The gradient rule of an op type, `NOT_DIFFERENTIABLE`, or None if nobody has said."""
    rule: GradientRule | _NotDifferentiable | None = _gradients.get(op_type)
    return rule


_SURROUNDINGS = frozenset({"context", "owner"})


def _describe_kernel(function: Callable[..., Any], is_maker: bool) -> Kernel:
    if not inspect.isfunction(function):
        return Kernel(function, (), frozenset(), frozenset(), is_maker=False)
    wanted = [p for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    names = {p.name for p in wanted}
    attrs = tuple(p.name for p in wanted if p.name not in _SURROUNDINGS)
    optional = frozenset(p.name for p in wanted if p.default is not p.empty)
    return Kernel(function, attrs, optional, _SURROUNDINGS & names, is_maker)


def bind_kernel(
    op_type: str, attrs: Mapping[str, Any], context: Any = None, owner: "Operation | None" = None
) -> Callable[..., Any]:
    """The kernel of an op type with its attributes given: a callable of the input arrays alone.

    Attributes that `attrs` lacks take the default of the op's definition, else that of the kernel's parameter.
    Kernels with state of their own (random ops) keep it in the context, by `owner`.

    Raises:
        UnimplementedError: there is no kernel.
        InvalidArgumentError: an attribute has no value.
    """
    found = kernel_of(op_type)
    bound = {}
    for name in found.attrs:
        value = attrs[name] if name in attrs else _default_for_kernel(op_type, name, found)
        if value is not MISSING:
            bound[name] = value
    if found.surroundings:
        around = {"context": context, "owner": owner}
        bound.update((name, around[name]) for name in found.surroundings)
    if found.is_maker:
        made: Callable[..., Any] = found.function(**bound)
        return made
    return functools.partial(found.function, **bound) if bound else found.function


def _default_for_kernel(op_type: str, name: str, found: Kernel) -> Any:
    try:
        return op_def(op_type).default(name)
    except KeyError:
        if name in found.optional:
            return MISSING
        raise errors.InvalidArgumentError(f"Op type {op_type} needs a value for its attribute {name!r}.") from None
