"""Graphs from their text form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runtime.formats import messages
from runtime.graph_text.lexing import Line
from runtime.graph_text.reading_values import read_attrs, read_dtype, read_message, read_shape

if TYPE_CHECKING:
    from runtime.graph import Graph

Message = messages.Message


def parse(text: str) -> Graph:
    """The graph that a text stands for (see `to_text`).

    Args:
        text: of the form that `to_text` writes. Comments from `#` to the end of the line are passed over.

    Returns:
        A new graph.

    Raises:
        InvalidArgumentError: the text is not of that form, or its graph is none; the message names line and column, or
            the node.

    >>> parse("graph\\nx = Const() dtype=int32 value=int32<2>{1, 2}\\ny = Neg(x) T=int32").get_tensor_by_name("y:0")
    <Tensor 'y:0' shape=(2,) dtype=int32>
    """
    from runtime.graph import Graph
    from runtime.train.import_graph import load_graph

    graph = Graph()
    load_graph(graph, parse_message(text))
    return graph


def parse_message(text: str) -> Message:
    """The GraphDef that a text stands for.

    Raises:
        InvalidArgumentError: the text is not of the form that `to_text` writes.
    """
    message = messages.new("GraphDef")
    lines = _lines(text)
    head = next(lines, None) or Line("", 1)
    head.expect("graph")
    for word, field in (("producer", "producer"), ("min_consumer", "min_consumer")):
        if head.skip(word):
            head.expect("=")
            setattr(message.versions, field, head.integer())
    _end(head)
    for line in lines:
        if _skip_keyword(line, "more"):
            message.MergeFrom(read_message(line, "GraphDef"))
            _end(line)
        elif _skip_keyword(line, "function"):
            _function(line, lines, message.library.function.add())
        else:
            _node(line, message.node.add())
    return message


def _lines(text: str) -> Iterator[Line]:
    for number, content in enumerate(text.splitlines(), 1):
        line = Line(content, number)
        if line.next.kind != "end":
            yield line


def _skip_keyword(line: Line, keyword: str) -> bool:
    """Takes a keyword, if it is one and not the name of a node: those have `=` behind them."""
    return line.is_next(keyword) and line.after_next != "=" and line.skip(keyword)


def _end(line: Line) -> None:
    if line.next.kind != "end":
        line.fail("the line ends here", line.next)


def _node(line: Line, node: Message) -> None:
    node.name = line.name("the name of a node")
    line.expect("=")
    node.op = line.name("an op type")
    line.expect("(")
    while not line.skip(")"):
        node.input.append(_input(line))
        if not line.is_next(")"):
            line.expect(",")
    read_attrs(line, node.attr)
    if line.skip("on"):
        node.device = line.name("a device")
    if line.skip("more"):
        node.MergeFrom(read_message(line, "NodeDef"))
    _end(line)


def _input(line: Line) -> str:
    """`node`, `node:1`, `^node`; in functions also `argument` and `node:output:0`."""
    text = "^" * line.skip("^") + line.name("the name of a node")
    while line.skip(":"):
        text += ":" + line.take().text
    return text


def _function(line: Line, lines: Iterator[Line], function: Message) -> None:
    signature = function.signature
    signature.name = line.name("the name of a function")
    for place, shape in _arguments(line, signature.input_arg).items():
        function.arg_attr[place].attr["_output_shapes"].list.shape.append(shape)
    line.expect("->")
    _arguments(line, signature.output_arg)
    signature.is_stateful = line.is_next("stateful") and line.after_next != "=" and line.skip("stateful")
    read_attrs(line, function.attr)
    line.expect("{")
    _end(line)
    for inner in lines:
        if inner.skip("}"):
            _end(inner)
            return
        _statement(inner, function)
    line.fail("the function has no end", line.next)


def _statement(line: Line, function: Message) -> None:
    if line.after_next in ("=", "("):
        _node(line, function.node_def.add())
        return
    word = line.take()
    if word.text == "argument":
        read_attrs(line, function.arg_attr[line.integer()].attr)
    elif word.text == "return":
        name = line.name("the name of a result")
        line.expect("=")
        function.ret[name] = _input(line)
    elif word.text == "effect":
        name = line.name("the name of an effect")
        line.expect("=")
        function.signature.control_output.append(name)
        function.control_ret[name] = line.name("the name of a node")
    elif word.text == "more":
        function.MergeFrom(read_message(line, "FunctionDef"))
    else:
        line.fail("a node, `argument`, `return`, `effect`, `more` or `}` belongs here", word)
    _end(line)


def _arguments(line: Line, arguments: Message) -> dict[int, Message]:
    """Takes arguments; the shapes of those that have one, by position."""
    shapes = {}
    line.expect("(")
    while not line.skip(")"):
        _argument(line, arguments.add())
        if line.is_next("<"):
            shapes[len(arguments) - 1] = read_shape(line)
        _handles(line, arguments[-1])
        if not line.is_next(")"):
            line.expect(",")
    return shapes


def _argument(line: Line, arg: Message) -> None:
    arg.name = line.name("the name of an argument")
    line.expect(":")
    arg.is_ref = line.skip("ref")
    if line.after_next == "*":
        arg.number_attr = line.name()
        line.expect("*")
    is_list = line.skip("list")
    if is_list:
        line.expect("(")
    if line.skip("$"):
        setattr(arg, "type_list_attr" if is_list else "type_attr", line.name("the name of an attribute"))
    else:
        arg.type = read_dtype(line)
    if is_list:
        line.expect(")")


def _handles(line: Line, arg: Message) -> None:
    while line.next.kind == "name":
        dtype = read_dtype(line)
        arg.handle_data.add(dtype=dtype, shape=read_shape(line))
