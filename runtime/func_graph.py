"""FuncGraph: the body of a function, with what it captures from the graphs around it."""

from collections.abc import Callable, Mapping
from typing import Any

from runtime import dtypes, shapes
from runtime.access import inaccessible
from runtime.current import current_graph
from runtime.graph import Graph
from runtime.names import valid_op_name
from runtime.tensor import HandleData, Tensor

_UNSET: Any = object()


class FuncGraph(Graph):
    """A graph with inputs and outputs.

    Attributes:
        name: the function's name.
        outer_graph: the graph that was current when this one was made, or None.
        inputs: the parameters in order: those of `add_input`, then one for each capture.
        outputs: the results; set by whoever builds the body.
        captures: tensor outside → the parameter that stands for it here, in the order of capturing.
        kept: what others keep with the body, such as its derivatives.
        variable_creator: called with a function that makes a variable, when one is made while this graph is open; None
            means that the creators of the graphs around decide, and that it is an error if there is none.
    """

    building_function = True

    def __init__(self, name: str, outer_graph: Graph | None = _UNSET) -> None:
        super().__init__()
        self.name = valid_op_name(name)
        self.outer_graph = current_graph() if outer_graph is _UNSET else outer_graph
        self.arguments: list[Tensor] = []
        self.captures: dict[Tensor, Tensor] = {}
        self._outer: dict[Tensor, Tensor] = {}
        self._pinned: set[Tensor] = set()
        self.kept: dict[Any, Any] = {}
        self.outputs: list[Tensor] = []
        self.variable_creator: Callable[[Callable[[], Any]], Any] | None = None
        if self.outer_graph is not None:
            self.seed = self.outer_graph.seed

    @property
    def inputs(self) -> list[Tensor]:
        """All parameters: the arguments, then one for each capture."""
        return [*self.arguments, *self.captures.values()]

    @property
    def is_stateful(self) -> bool:
        """Whether an operation in it is stateful."""
        return any(op.is_stateful for op in self._operations.values())

    def add_input(
        self, dtype: Any, shape: shapes.ShapeLike = None, name: str = "x", handle_data: HandleData | None = None
    ) -> Tensor:
        """Adds a parameter and returns the tensor that stands for it in the body."""
        tensor = self._placeholder(dtypes.as_dtype(dtype), shapes.as_shape(shape), name, handle_data)
        self.arguments.append(tensor)
        return tensor

    def _placeholder(
        self, dtype: dtypes.DType, shape: shapes.TensorShape, name: str, handle_data: HandleData | None
    ) -> Tensor:
        with self.name_scope(None), self.control_dependencies(None):
            op = self.create_op("Placeholder", (), {"dtype": dtype, "shape": shape}, valid_op_name(name))
        tensor = op.outputs[0]
        tensor._shape = shape
        tensor.handle_data = handle_data
        return tensor

    def capture(self, tensor: Tensor) -> Tensor:
        """`tensor` as one of this graph.

        A tensor of a graph around this one becomes a parameter, in each graph on the way. An eager tensor becomes a
        constant, but an eager handle (of a variable) a parameter.

        Raises:
            InaccessibleTensorError: the tensor is of a graph that is not around this one.
        """
        known = self.captures.get(tensor)
        if known is not None:
            return known
        if hasattr(tensor, "_value"):
            is_handle = tensor.dtype is dtypes.resource or tensor.dtype is dtypes.variant
            if not is_handle and not self._is_pinned_outside(tensor):
                return self._embed(tensor)
        elif tensor.graph is self:
            return tensor
        else:
            self._check_reachable(tensor)
        outer = tensor if self.outer_graph is None else self.outer_graph.capture(tensor)
        known = self.captures.get(outer)
        return self._add_capture(outer) if known is None else known

    def pin(self, eager: Tensor) -> None:
        """Makes functions inside capture an eager tensor from here, so that gradients find the way to it."""
        self._pinned.add(eager)

    def _is_pinned_outside(self, eager: Tensor) -> bool:
        graph = self.outer_graph
        while isinstance(graph, FuncGraph):
            if eager in graph._pinned:
                return True
            graph = graph.outer_graph
        return False

    def _add_capture(self, outer: Tensor) -> Tensor:
        self.check_not_finalized()
        name = getattr(outer._value, "name", "handle") if hasattr(outer, "_value") else outer.op.name
        inner = self._placeholder(outer.dtype, outer.shape, name.rpartition("/")[2], outer.handle_data)
        inner.weak = outer.weak
        self.captures[outer] = inner
        self._outer[inner] = outer
        return inner

    def outer_of(self, inner: Tensor) -> Tensor | None:
        """The tensor outside that the parameter `inner` stands for, or None if it is no capture."""
        return self._outer.get(inner)

    def note_sources(self, sources: Mapping[Tensor, Tensor]) -> None:
        """Says for parameters which tensors outside they stand for, though those are passed and not captured."""
        self._outer.update(sources)

    def replace_capture(self, outer: Tensor, inner: Tensor) -> None:
        """Says that `inner`, a parameter here, stands for `outer` from now on, as the last of the captures."""
        self.arguments = [tensor for tensor in self.arguments if tensor is not inner]
        self.captures[outer] = inner
        self._outer[inner] = outer

    def settle_captures(self) -> None:
        """Takes eager tensors that were captured by way of the functions around from where they are.

        Afterwards the function can be called from elsewhere, too, unless it captured something symbolic.
        """
        settled = [(_eager_source(outer), inner) for outer, inner in self.captures.items()]
        self.captures = dict(settled)
        self._outer = {inner: outer for outer, inner in settled}

    def _check_reachable(self, tensor: Tensor) -> None:
        graph: Graph | None = self
        outermost: Graph = self
        while graph is not None and graph is not tensor.graph:
            outermost, graph = graph, graph.outer_graph
        if graph is None and (tensor.graph.building_function or not outermost.building_function):
            raise inaccessible(tensor, self)

    def __repr__(self) -> str:
        return f"<FuncGraph '{self.name}' with {len(self._operations)} operations>"


def _eager_source(tensor: Tensor) -> Tensor:
    """The eager tensor that a parameter of a function stands for in the end, or the parameter itself."""
    source: Tensor | None = tensor
    while source is not None and not hasattr(source, "_value"):
        graph = source.graph
        source = graph.outer_of(source) if isinstance(graph, FuncGraph) else None
    return tensor if source is None else source
