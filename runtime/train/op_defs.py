"""Definitions of op types as files have them, and what can be said of op types that nobody defines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from runtime import dtypes, registry
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, NotFoundError
from runtime.formats import messages
from runtime.registry import ArgDef, AttrDef, OpDef
from runtime.train import attr_values

Message = messages.Message
MOST_OUTPUTS = 100_000
"""More outputs of one operation are a sign of damage."""


def _no_function(message: Message) -> Any:
    raise InvalidArgumentError(f"an op's default cannot be the function {message.name!r}")


def of_message(message: Message) -> OpDef:
    """The definition that an OpDef message gives.

    Raises:
        InvalidArgumentError: it makes no sense.
    """
    what = f"The definition of op type {message.name!r}"
    attrs = {attr.name: _attr(attr, what) for attr in message.attr}
    args = [tuple([_arg(arg, attrs, what) for arg in group]) for group in (message.input_arg, message.output_arg)]
    return OpDef(
        message.name, args[0], args[1], attrs, message.is_stateful, message.is_commutative, message.is_aggregate,
        message.allows_uninitialized_input,
    )  # fmt: skip


def _arg(arg: Message, attrs: Mapping[str, AttrDef], what: str) -> ArgDef:
    for name in (arg.type_attr, arg.number_attr, arg.type_list_attr):
        if name and name not in attrs:
            raise InvalidArgumentError(f"{what} has no attribute {name!r}, which its argument {arg.name!r} goes by.")
    dtype = attr_values.dtype_of(arg.type) if arg.type else None
    if dtype is None and not (arg.type_attr or arg.type_list_attr):
        raise InvalidArgumentError(f"{what} gives its argument {arg.name!r} no type.")
    return ArgDef(
        arg.name, dtype, arg.type_attr or None, arg.number_attr or None, arg.type_list_attr or None, arg.is_ref
    )  # fmt: skip


def _attr(attr: Message, what: str) -> AttrDef:
    default = registry.MISSING
    if attr.HasField("default_value"):
        default = attr_values.decode(attr.default_value, attr.type, _no_function, f"{what}: {attr.name}")
    return AttrDef(attr.name, attr.type, default, None, attr.minimum if attr.has_minimum else None)


def to_message(definition: OpDef) -> Message:
    """The OpDef message of a definition."""
    message = messages.new(
        "OpDef", name=definition.name, is_stateful=definition.is_stateful, is_commutative=definition.is_commutative,
        is_aggregate=definition.is_aggregate, allows_uninitialized_input=definition.allows_uninitialized_input,
    )  # fmt: skip
    for args, group in ((definition.inputs, message.input_arg), (definition.outputs, message.output_arg)):
        for arg in args:
            group.add(
                name=arg.name, type=arg.type.enum if arg.type else 0, type_attr=arg.type_attr or "",
                number_attr=arg.number_attr or "", type_list_attr=arg.type_list_attr or "", is_ref=arg.is_ref,
            )  # fmt: skip
    for attr in definition.attrs.values():
        _add_attr(message, attr)
    return message


def _add_attr(message: Message, attr: AttrDef) -> None:
    added = message.attr.add(name=attr.name, type=attr.type)
    if attr.minimum is not None:
        added.has_minimum, added.minimum = True, attr.minimum
    if attr.default is not registry.MISSING:
        default = attr_values.encode(attr.default, attr.type, str)
        if default is not None:
            added.default_value.CopyFrom(default)
    if attr.allowed is not None:
        kind = attr.type[5:-1] if attr.type.startswith("list(") else attr.type
        allowed = sorted(attr.allowed, key=lambda item: item.enum if isinstance(item, DType) else item)
        value = attr_values.encode(allowed, f"list({kind})", str)
        if value is not None:
            added.allowed_values.CopyFrom(value)


class Definitions:
    """Where the definitions of a file's op types come from: ours, else the file's own, else what its nodes show.

    Args:
        given: OpDef messages of the file.
        nodes: all nodes, whose inputs tell what the others give.
        acting: the names of nodes that have to run though nobody takes anything from them.
    """

    def __init__(
        self, given: Iterable[Message], nodes: Sequence[Message], acting: Collection[str] = frozenset()
    ) -> None:
        self._acting = acting
        self._given = {message.name: message for message in given}
        self._parsed: dict[str, OpDef] = {}
        self._nodes = nodes
        self._uses: dict[str, dict[int, DType | None]] | None = None

    def of(self, node: Message) -> OpDef:
        """The definition of a node's op type."""
        if registry.has_op_def(node.op):
            return registry.op_def(node.op)
        if node.op in self._given:
            if node.op not in self._parsed:
                self._parsed[node.op] = of_message(self._given[node.op])
            return self._parsed[node.op]
        return self._guess(node)

    def _guess(self, node: Message) -> OpDef:
        """A definition that takes what the node takes, and gives what others take of it."""
        if self._uses is None:
            self._uses = self._find_uses()
        uses = self._uses.get(node.name, {})
        shapes = _attr_of(node, "_output_shapes")
        count = max([0, *(index + 1 for index in uses), *([] if shapes is None else [len(shapes.list.shape)])])
        if count > MOST_OUTPUTS:
            raise InvalidArgumentError(
                f"Node {node.name!r} of type {node.op}: output {count - 1} is taken of it, but nothing has more than "
                f"{MOST_OUTPUTS}."
            )
        types = [uses.get(index) or _own_type(node) for index in range(count)]
        outputs = tuple([ArgDef(f"output_{index}", dtype) for index, dtype in enumerate(types)])
        inputs = (ArgDef("inputs", type_list_attr="_input_types"),)
        attrs = {"_input_types": AttrDef("_input_types", "list(type)", ())}
        return OpDef(node.op, inputs, outputs, attrs, is_stateful=node.name in self._acting)

    def _find_uses(self) -> dict[str, dict[int, DType | None]]:
        """For each node, the numbers of its outputs that are taken, and the dtypes that are expected of them."""
        uses: dict[str, dict[int, DType | None]] = {}
        for node in self._nodes:
            wanted = self._wanted_types(node)
            for position, name in enumerate(text for text in node.input if not text.startswith("^")):
                source, index = _source(name)
                known = uses.setdefault(source, {})
                found = wanted[position] if position < len(wanted) else None
                known[index] = known.get(index) or found
        return uses

    def _wanted_types(self, node: Message) -> list[DType | None]:
        """The dtypes that a node expects of its inputs, as far as its definition and attributes say."""
        if registry.has_op_def(node.op):
            definition = registry.op_def(node.op)
        elif node.op in self._given:
            definition = self.of(node)
        else:
            return []
        wanted: list[DType | None] = []
        for arg in definition.inputs:
            types, number = _attr_of(node, arg.type_list_attr or arg.type_attr), _attr_of(node, arg.number_attr)
            if arg.type_list_attr:
                wanted += [_dtype(item) for item in types.list.type] if types is not None else []
            else:
                dtype = arg.type or (None if types is None else _dtype(types.type))
                wanted += [dtype] * min(1 if number is None else number.i, len(node.input))
        return wanted


def _source(name: str) -> tuple[str, int]:
    """The node and output number of an input, "node", "node:1" or, in functions, "node:argument:1"."""
    parts = name.split(":")
    return parts[0], int(parts[-1]) if parts[-1].isdecimal() and len(parts) > 1 else 0


def _attr_of(node: Message, name: str | None) -> Message | None:
    return node.attr[name] if name and name in node.attr else None


def _own_type(node: Message) -> DType:
    """A dtype that a node's attributes speak of."""
    for name in ("dtype", "T", "out_type", "output_type", "Tout", "DstT"):
        if name in node.attr and node.attr[name].WhichOneof("value") == "type":
            dtype = _dtype(node.attr[name].type)
            if dtype is not None:
                return dtype
    return dtypes.variant


def _dtype(number: int) -> DType | None:
    try:
        return dtypes.as_dtype(number)
    except TypeError:
        return None


def stripped(op_types: Iterable[str], extra: Mapping[str, OpDef]) -> Message:
    """The OpList of these op types, as TensorFlow puts it into its files; those that nobody defines are left out."""
    message = messages.new("OpList")
    for op_type in sorted(set(op_types)):
        try:
            definition = registry.op_def(op_type) if registry.has_op_def(op_type) else extra[op_type]
        except (KeyError, NotFoundError):
            continue
        message.op.append(to_message(definition))
    return message
