"""Operation: a node of a graph."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime import errors, registry, shapes, signature
from runtime.names import nearest
from runtime.origin import Origin, Place
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.graph import Graph


class Operation:
    """A node of a graph: what computes some tensors from others.

    Attributes:
        graph: the graph it is in.
        name: its unique name there. A constant for an operation that is about to be made gets it with that one, such as
            "add/y", or when it is asked for.
        type: the op type, such as "AddV2".
        inputs: the tensors it takes, lists spread out.
        outputs: the tensors it makes.
        control_inputs: the operations that run before it although it takes nothing from them.
        attrs: attributes by name; reading one that is not set gives the op type's default.
        op_def: the signature of the op type.
        device: the device that was asked for; kept for files only.
    """

    __slots__ = (
        "__weakref__", "_name", "attrs", "control_inputs", "device", "graph", "inputs", "op_def", "outputs", "place",
        "type",
    )  # fmt: skip

    def __init__(
        self,
        graph: "Graph",
        name: str | None,
        op_def: registry.OpDef,
        inputs: tuple[Tensor, ...],
        attrs: signature.Attrs,
        place: Place | None,
    ) -> None:
        self.graph = graph
        self._name = name
        self.type = op_def.name
        self.op_def = op_def
        self.inputs = inputs
        self.attrs = attrs
        self.place = place
        self.control_inputs: tuple[Operation, ...] = ()
        self.device = ""
        types = signature.output_dtypes(op_def, attrs)
        self.outputs = tuple([Tensor(self, i, dtype, shapes.UNKNOWN) for i, dtype in enumerate(types)])

    @property
    def name(self) -> str:
        """Its unique name in the graph."""
        return self.graph.settled(self) if self._name is None else self._name

    @property
    def source(self) -> Origin | None:
        """The line of the user's program that made it, if known."""
        return None if self.place is None else self.place.origin()

    @property
    def is_stateful(self) -> bool:
        """Whether it reads or changes something besides its inputs and outputs."""
        return self.op_def.is_stateful

    def get_attr(self, name: str) -> Any:
        """The value of an attribute, or its default.

        Raises:
            ValueError: there is no such attribute.
        """
        try:
            return self.attrs[name]
        except KeyError:
            hint = nearest(name, [*self.attrs, *self.op_def.attrs])
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.{hint}") from None

    def set_attr(self, name: str, value: Any) -> None:
        """Sets an attribute that does not change the op's signature, such as a private one (`_name`)."""
        self.graph.check_not_finalized()
        self.attrs[name] = value
        self.graph.touch()

    def update_input(self, index: int, tensor: Tensor) -> None:
        """Replaces an input by another tensor of the same graph and dtype."""
        self.graph.check_not_finalized()
        if tensor.graph is not self.graph:
            raise errors.InaccessibleTensorError(f"{tensor} is of another graph than operation '{self.name}'.")
        if tensor.dtype is not self.inputs[index].dtype:
            raise errors.DTypeError(
                f"Input {index} of '{self.name}' has dtype {self.inputs[index].dtype}: {tensor} does not fit."
            )
        self.inputs = (*self.inputs[:index], tensor, *self.inputs[index + 1 :])
        self.graph.touch()

    def add_control_inputs(self, operations: "Sequence[Operation]") -> None:
        """Makes `operations` run before this one."""
        self.graph.check_not_finalized()
        self.control_inputs = tuple(dict.fromkeys((*self.control_inputs, *operations)))
        self.graph.touch()

    def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Runs it in a session (by default the current one)."""
        if session is None:
            from runtime.session import get_default_session

            session = get_default_session()
        if session is None:
            raise ValueError(f"No session to run {self.name} in: use `with Session() as s:` or run(session=s).")
        session.run(self, feed_dict)

    def __copy__(self) -> "Operation":
        return self

    def __deepcopy__(self, memo: Any) -> "Operation":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"{self!r} is a part of its graph and cannot be pickled alone.")

    def __repr__(self) -> str:
        return f"<Operation '{self.name}' type={self.type}>"


def infer_shapes(op: Operation) -> None:
    """Sets the shapes of the outputs by the rule of the op type.

    Raises:
        InvalidArgumentError: the shapes of the inputs do not fit each other.
    """
    rule = registry.shape_rule_of(op.type)
    if rule is None:
        return
    try:
        inferred = rule(op)
    except (ValueError, TypeError, IndexError) as error:
        inputs = ", ".join(f"{tensor.dtype.name}{tensor.shape}" for tensor in op.inputs)
        message = f"{error} (op {op.name!r} of type {op.type} with inputs {inputs})"
        raise errors.InvalidArgumentError(message, op) from error
    for tensor, shape in zip(op.outputs, inferred, strict=True):
        tensor._shape = shapes.as_shape(shape)
