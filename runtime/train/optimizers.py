"""Optimizers as TensorFlow 1 has them: they add operations to a graph that change its variables.

Names of slots and operations are TensorFlow's, so that checkpoints and graphs go both ways.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from runtime.attachments import attached
from runtime.autodiff import gradients
from runtime.current import OpenGraph, current_graph, get_default_graph
from runtime.dispatch import convert_to_tensor, is_symbolic, is_tensor
from runtime.graph import Graph
from runtime.graph_keys import GraphKeys
from runtime.indexed_slices import IndexedSlices, dense, summed
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.control_flow import group
from runtime.ops.creation import fill
from runtime.ops.training import apply_update
from runtime.scopes import control_dependencies, name_scope, scope_of_object
from runtime.tape import GradientTape
from runtime.tensor import Tensor
from runtime.variables import Variable

Pairs = Sequence[tuple[Any, Variable]]


class Optimizer:
    """A base class: computes gradients and applies them.

    Subclasses say with `_slots` what they keep for each variable, with `_hyper` which numbers they take, and with
    `_apply_dense` what they do to a variable.

    Args:
        use_locking: accepted and without effect: updates never mix.
        name: of the optimizer, which is in the names of its slots and operations.

    >>> v = Variable([1.0, 2.0])
    >>> from runtime.train.optimizers_descent import GradientDescentOptimizer
    >>> GradientDescentOptimizer(0.5).minimize(lambda: v * v)
    >>> v.numpy().tolist()
    [0.0, 0.0]
    """

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    _slots: Sequence[str] = ()
    _changes_rows = False  # Whether `_apply_dense` takes slices, too, and leaves all other rows and their slots alone.

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._hyper: dict[str, Any] = {}
        self._tensors: dict[str, Tensor] = {}
        self._slot_variables: dict[str, dict[int, tuple[Variable, Variable]]] = {}
        self._others: dict[tuple[str, Graph | None], Variable] = {}
        self._home: Graph | None = None

    def get_name(self) -> str:
        """The name of the optimizer."""
        return self._name

    # ------------------------------------------------------------------------------------------ what users call

    def minimize(
        self,
        loss: Any,
        global_step: Variable | None = None,
        var_list: Iterable[Variable] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """Computes gradients of a loss and applies them.

        Args:
            loss: a tensor of a graph; or a function of no arguments that computes the loss, which runs at once.
            global_step: a variable to count the step in.
            var_list: the variables to change, by default the trainable ones.
            gate_gradients: accepted and without effect.
            aggregation_method: accepted and without effect.
            colocate_gradients_with_ops: accepted and without effect.
            name: for the operation.
            grad_loss: the gradient with respect to the loss, by default ones.

        Returns:
            The operation that does it, in a graph; None if it is done.

        Raises:
            ValueError: there are no variables, or no gradient for any of them.
        """
        pairs = self.compute_gradients(
            loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )
        if all(gradient is None for gradient, _ in pairs):
            names = [variable.name for _, variable in pairs]
            raise ValueError(
                f"No gradients provided for any variable, check your graph for ops that do not support gradients, "
                f"between variables {names} and loss {loss}."
            )
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Iterable[Variable] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Variable]]:
        """The gradients of a loss (see `minimize`).

        Returns:
            Pairs of a gradient, or None, and its variable.

        Raises:
            ValueError: there are no variables.
            RuntimeError: the loss has been computed already.
        """
        if callable(loss) and not is_tensor(loss):
            return self._gradients_of_function(loss, var_list, grad_loss)
        if not is_symbolic(loss):
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients has been computed already: pass a function that computes "
                "it, or a tensor of a graph."
            )
        variables = list(var_list) if var_list is not None else loss.graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
        if not variables:
            raise ValueError("No variables to optimize.")
        return list(zip(gradients(loss, variables, grad_loss), variables, strict=True))

    def _gradients_of_function(
        self, loss: Callable[[], Any], var_list: Iterable[Variable] | None, grad_loss: Any
    ) -> list[tuple[Any, Variable]]:
        with GradientTape() as tape:
            if var_list is not None:
                tape.watch(list(var_list))
            value = loss()
        variables = list(tape.watched_variables() if var_list is None else var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        return list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
    ) -> Any:
        """Changes variables by gradients.

        Args:
            grads_and_vars: pairs as `compute_gradients` gives them; None for a gradient leaves the variable alone.
            global_step: a variable to count the step in.
            name: for the operation.

        Returns:
            The operation that does it, in a graph; None if it is done.

        Raises:
            ValueError: there are no variables, or no gradient for any of them.
        """
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        given = [(gradient, variable) for gradient, variable in pairs if gradient is not None]
        if not given:
            raise ValueError(f"No gradients provided for any variable: {[variable.name for _, variable in pairs]}.")
        self._home = given[0][1].graph
        with OpenGraph(self._home), control_dependencies(None):
            self._create_slots([variable for _, variable in given])
        graph = current_graph() or next((gradient.graph for gradient, _ in given if is_symbolic(gradient)), None)
        with OpenGraph(graph), name_scope(name or self._name) as scope:
            self._prepare()
            updates = [self._update(gradient, variable) for gradient, variable in given]
            if graph is not None:
                return self._train_op(updates, global_step, scope)
            self._finish([], None)
            return None if global_step is None else global_step.assign_add(1, read_value=False)

    def _train_op(self, updates: list[Any], global_step: Variable | None, scope: str) -> Any:
        if global_step is None:
            train_op = self._finish(updates, scope)
        else:
            with control_dependencies([self._finish(updates, "update")]):
                train_op = global_step.assign_add(1, name=scope, read_value=False)
        graph = get_default_graph()
        if train_op not in graph.get_collection(GraphKeys.TRAIN_OP):
            graph.add_to_collection(GraphKeys.TRAIN_OP, train_op)
        return train_op

    def _update(self, gradient: Any, variable: Variable) -> Any:
        with scope_of_object(f"update_{base_name(variable)}"):
            update = self._apply_dense(self._prepared(gradient, variable), variable)
            if variable.constraint is None:
                return update
            with control_dependencies([] if update is None else [update]):
                return variable.assign(variable.constraint(variable.read_value()), read_value=False)

    def _prepared(self, gradient: Any, variable: Variable) -> Any:
        if isinstance(gradient, IndexedSlices) and self._changes_rows:
            return cast(summed(gradient), variable.dtype)
        return convert_to_tensor(dense(gradient), variable.dtype)

    # ------------------------------------------------------------------------------------------ slots

    def get_slot(self, var: Variable, name: str) -> Variable | None:
        """What the optimizer keeps for a variable under that name, or None."""
        found = self._slot_variables.get(name, {}).get(id(var))
        return None if found is None else found[1]

    def get_slot_names(self) -> list[str]:
        """The names of what the optimizer keeps for variables, sorted."""
        return sorted(name for name, known in self._slot_variables.items() if known)

    def variables(self) -> list[Variable]:
        """The variables of the optimizer itself by name; where a graph is open, those in it."""
        slots = [slot for known in self._slot_variables.values() for _, slot in known.values()]
        graph = current_graph()
        own = [variable for variable in [*self._others.values(), *slots] if graph is None or variable.graph is graph]
        return sorted(own, key=lambda variable: variable.name)

    def _zeros_slot(self, var: Variable, slot_name: str, op_name: str) -> Variable:
        """The slot of a variable, made of zeros if it is new."""
        return self._get_or_make_slot(var, lambda: filled_like(var, 0), slot_name, op_name)

    def _get_or_make_slot(self, var: Variable, val: Any, slot_name: str, op_name: str) -> Variable:
        """The slot of a variable, made with the value `val` if it is new."""
        known = self._slot_variables.setdefault(slot_name, {})
        if id(var) not in known:
            with name_scope(None):
                slot = Variable(val, trainable=False, name=self._slot_name(var, op_name), dtype=var.dtype)
            known[id(var)] = (var, slot)
            attached(self)
        return known[id(var)][1]

    def _slot_name(self, var: Variable, op_name: str) -> str:
        """A name that no other slot of the variable has; graphs number names themselves."""
        name = f"{base_name(var)}/{op_name}"
        if var.graph is not None:
            return name
        taken = {base_name(known[id(var)][1]) for known in self._slot_variables.values() if id(var) in known}
        number = next(n for n in itertools.count() if (f"{name}_{n}" if n else name) not in taken)
        return f"{name}_{number}" if number else name

    def _create_non_slot_variable(self, initial_value: Any, name: str, colocate_with: Any = None) -> Variable:
        """A variable of the optimizer itself, one in each graph."""
        if (name, self._home) not in self._others:
            with name_scope(None):
                self._others[name, self._home] = Variable(initial_value, trainable=False, name=name)
            attached(self)
        return self._others[name, self._home]

    def _get_non_slot_variable(self, name: str, graph: Any = None) -> Variable:
        return self._others[name, self._home]

    # ------------------------------------------------------------------------------------------ for subclasses

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        """Makes what the optimizer keeps for the variables."""
        for slot_name in self._slots:
            for variable in var_list:
                self._zeros_slot(variable, slot_name, self._name)

    def _prepare(self) -> None:
        """Makes tensors of the numbers in `_hyper`, in the name scope of the operation."""
        for name, value in self._hyper.items():
            self._tensors[name] = convert_to_tensor(value() if _is_function(value) else value, name=name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        """Changes a variable: the operation in a graph, None if it ran."""
        raise NotImplementedError(f"{type(self).__name__} has to define _apply_dense(grad, var).")

    def _finish(self, update_ops: list[Any], name_scope: str | None) -> Any:
        """What is done after all updates; in a graph, one operation for everything."""
        return None if name_scope is None else group(*update_ops, name=name_scope)

    def _run(self, op_type: str, inputs: Mapping[str, Any], **attrs: Any) -> Any:
        """Runs an update op; numbers named in `_hyper` are given by their tensors."""
        values: dict[str, Any] = {
            name: self._tensors[key] if isinstance(key, str) else key for name, key in inputs.items()
        }
        gradient = values.get("grad", values.get("delta"))
        if isinstance(gradient, IndexedSlices):
            op_type = op_type.replace("ResourceApply", "ResourceSparseApply")
            others = {name: value for name, value in values.items() if name not in ("grad", "delta")}
            values = {**others, "grad": gradient.values, "indices": gradient.indices}
        return apply_update(op_type, values, {**attrs, "use_locking": self._use_locking})


def base_name(variable: Variable) -> str:
    """The name of a variable without ":0"."""
    return variable.name.partition(":")[0]


def _is_function(value: Any) -> bool:
    return callable(value) and not is_tensor(value)


def filled_like(variable: Variable, value: float) -> Tensor:
    """A tensor of the shape and dtype of a variable, with one number everywhere."""
    if variable.shape.is_fully_defined():
        return fill(variable.shape.as_list(), convert_to_tensor(value, variable.dtype))
    like = variable.read_value() if variable.initial_value is None else variable.initial_value
    return fill(shape_of(like), convert_to_tensor(value, variable.dtype))
