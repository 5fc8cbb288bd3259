"""The base class of metrics: numbers that gather over many batches."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from autograph.keras import initializers
from autograph.keras.backend import floatx, standardize_dtype
from autograph.keras.calling import as_called
from autograph.keras.configured import Configured
from autograph.keras.naming import auto_name
from runtime import nest
from runtime.current import current_graph, init_scope
from runtime.module import Module
from runtime.ops.creation import zeros
from runtime.scopes import control_dependencies, name_scope
from runtime.variables import Variable


class Metric(Module, Configured):
    """A base class: an object with state that batches are added to.

    Subclasses make their variables in `__init__` with `add_variable`, and define `update_state(...)` and `result()`.

    Args:
        dtype: in which it is computed, by default `floatx()`.
        name: by default the class name in snake case.

    >>> class Largest(Metric):
    ...     def __init__(self, name="largest"):
    ...         super().__init__(name=name)
    ...         self.value = self.add_variable((), "zeros", name="value")
    ...     def update_state(self, values, sample_weight=None):
    ...         for v in values:
    ...             if v > self.value:
    ...                 self.value.assign(v)
    ...     def result(self):
    ...         return self.value
    >>> float(Largest()([1.0, 5.0, 2.0]))
    5.0
    """

    def __init__(self, dtype: Any = None, name: str | None = None) -> None:
        self._name = name or auto_name(type(self).__name__)
        self._scope = f"{self._name.replace('/', '>')}/"
        self._dtype = standardize_dtype(dtype or floatx())

    @property
    def dtype(self) -> str:
        """The name of the dtype in which it is computed."""
        return self._dtype

    def add_variable(
        self,
        shape: Sequence[int] = (),
        initializer: Any = "zeros",
        dtype: Any = None,
        aggregation: str | None = "sum",
        name: str | None = None,
    ) -> Variable:
        """Makes a variable that is part of the state.

        Args:
            shape: of the variable.
            initializer: its value at first.
            dtype: by default `floatx()`.
            aggregation: accepted and without effect.
            name: of the variable.
        """
        if "_scope" not in vars(self):
            raise RuntimeError(f"You forgot to call `super().__init__()` in {type(self).__name__}.__init__().")
        make = initializers.get(initializer)
        kind = standardize_dtype(dtype)
        with init_scope(), name_scope(self._scope):
            return Variable(lambda: make(tuple(shape), kind), trainable=False, name=name, dtype=kind)

    def add_weight(
        self,
        shape: Any = (),
        initializer: Any = "zeros",
        dtype: Any = None,
        name: str | None = None,
        aggregation: str | None = None,
        synchronization: Any = None,
    ) -> Variable:
        """Makes a variable that is part of the state (see `add_variable`; older programs give the name first)."""
        if isinstance(shape, str):
            shape, name = (), shape
        return self.add_variable(shape, initializer, dtype, name=name)

    def update_state(self, *args: Any, **kwargs: Any) -> Any:
        """Adds a batch; to be defined by subclasses."""
        raise NotImplementedError(f"{type(self).__name__} has to define update_state().")

    def result(self) -> Any:
        """The value over all batches so far; to be defined by subclasses."""
        raise NotImplementedError(f"{type(self).__name__} has to define result().")

    def reset_state(self) -> None:
        """Forgets all batches: sets the variables to zero."""
        for variable in self.variables:
            variable.assign(zeros(variable.shape.as_list(), variable.dtype), read_value=False)

    def reset_states(self) -> None:
        """The older name of `reset_state`."""
        self.reset_state()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Adds a batch and gives the value over all batches so far (see `update_state`)."""
        graph = current_graph()
        before = 0 if graph is None else len(graph.get_operations())
        as_called(self.update_state)(*args, **kwargs)
        with contextlib.ExitStack() as stack:
            if graph is not None and not graph.building_function:  # In functions the order is the program's anyway.
                new = graph.get_operations()[before:]
                stack.enter_context(control_dependencies([op for op in new if op.is_stateful]))
            return as_called(self.result)()

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"name": self.name, "dtype": self.dtype}

    def __deepcopy__(self, memo: dict[int, Any]) -> Metric:
        return type(self).from_config(self.get_config())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"


def value_of(result: Any) -> Any:
    """The result of a metric as Python numbers (arrays where it has a shape)."""
    return nest.map_structure(lambda leaf: leaf.numpy().item() if not leaf.shape.rank else leaf.numpy(), result)
