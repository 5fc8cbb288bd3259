"""`tf.Graph`: the runtime's graph, whose tensors go by their full names only."""

from __future__ import annotations

from typing import Any

from runtime import graph
from runtime.tensor import Tensor


class _AnyGraph(type):
    """Every graph of the runtime is an instance of `tf.Graph`, those of functions included."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, graph.Graph)


class Graph(graph.Graph, metaclass=_AnyGraph):
    """A graph as TensorFlow has it: `get_tensor_by_name("x")` asks for `x:0`, where the runtime takes the only output.

    >>> import runtime as rt
    >>> named = Graph()
    >>> with named.as_default():
    ...     x = rt.placeholder(rt.float32, name="x")
    >>> named.get_tensor_by_name("x:0") is x
    True
    """

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor of that name, such as "x:0".

        Raises:
            KeyError: there is none; the message names similar ones.
            ValueError: the name is that of an operation, or none of a tensor.
        """
        if isinstance(name, str) and name in self._operations:
            raise ValueError(
                f"The name '{name}' refers to an Operation, not a Tensor. Tensor names are of the form "
                f"'<op_name>:<output_index>', such as '{name}:0'."
            )
        return super().get_tensor_by_name(name)
