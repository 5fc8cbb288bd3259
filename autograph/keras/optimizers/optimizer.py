"""The base class of Keras's optimizers: clipping, weight decay, averages and accumulation around a step."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from autograph.keras import initializers
from autograph.keras.backend import floatx
from autograph.keras.calling import as_called
from autograph.keras.naming import auto_name
from autograph.keras.optimizers import accumulation, averages
from autograph.keras.optimizers.clipping import Clipping
from autograph.keras.optimizers.schedules import LearningRateSchedule
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from runtime import nest
from runtime.autodiff import Gradient
from runtime.current import OpenGraph, current_graph, init_scope
from runtime.dispatch import is_symbolic, is_tensor
from runtime.module import Module
from runtime.names import nearest
from runtime.ops.array import reshape
from runtime.ops.casts import cast
from runtime.ops.training import apply_update
from runtime.scopes import control_dependencies, name_scope
from runtime.tape import GradientTape
from runtime.variables import Variable

_O = TypeVar("_O", bound="Optimizer")
_COMMON = (
    "weight_decay", "clipnorm", "global_clipnorm", "clipvalue", "use_ema", "ema_momentum", "ema_overwrite_frequency",
    "loss_scale_factor", "gradient_accumulation_steps",
)  # fmt: skip


class Optimizer(Module):
    """A base class: changes variables by gradients.

    Subclasses make their variables in `build(variables)` with `add_variable_from_reference`, and define
    `update_step(gradient, variable, learning_rate)`.

    Args:
        learning_rate: a number, a `LearningRateSchedule`, or a function of no arguments.
        weight_decay: by which share, times the learning rate, variables shrink in each step.
        clipnorm: the largest norm of a gradient.
        clipvalue: the largest absolute value of an element of a gradient.
        global_clipnorm: the largest norm of all gradients together.
        use_ema: whether to keep a moving average of the variables.
        ema_momentum: how much of the average stays in a step.
        ema_overwrite_frequency: after how many steps the variables are set to their averages; None for at the end only.
        loss_scale_factor: by what the loss is multiplied, and gradients divided.
        gradient_accumulation_steps: over how many steps gradients are averaged before they are applied.
        name: by default the class name in snake case.

    Raises:
        ValueError: an argument is unknown or out of range.

    >>> from autograph.keras.optimizers import SGD
    >>> v = Variable([1.0, 2.0])
    >>> SGD(0.5).apply_gradients([([1.0, 1.0], v)]).numpy()
    np.int64(1)
    >>> v.numpy().tolist()
    [0.5, 1.5]
    """

    holds_no_weights = True
    _own_options: tuple[str, ...] = ()

    def __init__(
        self,
        learning_rate: Any = 0.01,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: float = 0.99,
        ema_overwrite_frequency: int | None = None,
        loss_scale_factor: float | None = None,
        gradient_accumulation_steps: int | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        self._check_arguments(kwargs)
        self._name = name or auto_name(type(self).__name__)
        self._scope = f"{self._name}/"
        self.weight_decay = weight_decay
        self._clipping = Clipping(clipnorm, clipvalue, global_clipnorm)
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.use_ema = use_ema
        self.ema_momentum = averages.checked_momentum(ema_momentum)
        self.ema_overwrite_frequency = averages.checked_frequency(ema_overwrite_frequency) if use_ema else None
        self.loss_scale_factor = loss_scale_factor
        self.gradient_accumulation_steps = accumulation.checked_steps(gradient_accumulation_steps)
        self.built = False
        self._own: list[Variable] = []
        self._roles: list[str] = []
        self._trained: list[Variable] = []
        self._places: dict[int, int] = {}
        self._pending: list[Any] = []
        self._without_decay: tuple[set[int], str | None] = (set(), None)
        self._iterations = self.add_variable((), "zeros", "int64", name="iteration")
        self._learning_rate = self._as_rate(learning_rate)

    def _check_arguments(self, unknown: dict[str, Any]) -> None:
        if unknown.pop("decay", None) is not None:
            warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=3)
        if unknown:
            hints = " ".join(nearest(name, ["learning_rate", *_COMMON, *self._own_options]) for name in unknown)
            hints = " Use `learning_rate`." if "lr" in unknown else hints
            raise ValueError(f"Argument(s) not recognized: {unknown}.{hints}")

    def _as_rate(self, rate: Any) -> Any:
        if isinstance(rate, dict):
            rate = deserialize_keras_object(rate)
        if isinstance(rate, int | float | np.number):
            return self.add_variable((), initializers.Constant(float(rate)), floatx(), name="learning_rate")
        if callable(rate) or is_tensor(rate):
            return rate
        raise ValueError(
            f"Argument `learning_rate` should be a number, a LearningRateSchedule or a callable, not {rate!r}."
        )

    # ------------------------------------------------------------------------------------------ state

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """The variables of the optimizer: the count of steps, the learning rate if it is a number, and the slots."""
        return list(self._own)

    def _trackable_children(self) -> dict[str, Variable]:
        """What a checkpoint holds of the optimizer: its variables by what they are, and not those that it changes."""
        found: dict[str, Variable] = {}
        counts: dict[str, int] = {}
        for role, variable in zip(self._roles, self._own, strict=True):
            number = counts[role] = counts.get(role, -1) + 1
            found[role if role in ("iteration", "learning_rate") else f"{role}-{number}"] = variable
        return found

    @property
    def iterations(self) -> Any:
        """How many steps have been taken."""
        if self.gradient_accumulation_steps:
            return self._iterations // self.gradient_accumulation_steps
        return self._iterations

    @property
    def learning_rate(self) -> Any:
        """The learning rate now: a variable that can be assigned to if it was given as a number, else a tensor."""
        rate = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            return as_called(rate.__call__)(self._iterations.read_value())
        return rate if is_tensor(rate) else as_called(rate)()

    @learning_rate.setter
    def learning_rate(self, learning_rate: Any) -> None:
        """Sets the rate of what follows; TypeError if the optimizer was made with a schedule or function."""
        if callable(learning_rate) and not is_tensor(learning_rate):
            self._learning_rate = learning_rate
        elif isinstance(self._learning_rate, Variable):
            self._learning_rate.assign(cast(learning_rate, self._learning_rate.dtype))
        else:
            raise TypeError(
                f"The learning rate of {self.name!r} is {self._learning_rate!r} and cannot be set to a number. Make "
                f"the optimizer with a number to set it later."
            )

    lr = learning_rate

    def add_variable(
        self,
        shape: Sequence[int],
        initializer: Any = "zeros",
        dtype: Any = None,
        aggregation: str = "none",
        layout: Any = None,
        name: str | None = None,
    ) -> Variable:
        """Makes a variable of the optimizer.

        Args:
            shape: of the variable.
            initializer: its value at first.
            dtype: by default `floatx()`.
            aggregation: accepted and without effect.
            layout: accepted and without effect.
            name: of the variable.
        """
        if "_own" not in vars(self):
            raise RuntimeError(f"You forgot to call `super().__init__()` first in {type(self).__name__}.__init__().")
        make = initializers.get(initializer)
        with name_scope(self._scope):
            made = Variable(lambda: make(tuple(shape), dtype), trainable=False, name=name, dtype=dtype)
        self._own.append(made)
        self._roles.append(name or "variable")
        return made

    def add_variable_from_reference(
        self, reference_variable: Variable, name: str | None = None, initializer: Any = "zeros"
    ) -> Variable:
        """Makes a variable like another one (see `add_variable`)."""
        stem = reference_variable.name.partition(":")[0].replace("/", "_")
        shape = tuple(size or 0 for size in reference_variable.shape.as_list())
        made = self.add_variable(shape, initializer, reference_variable.dtype, name=f"{stem}_{name or 'var'}")
        self._roles[-1] = name or "var"
        return made

    def add_optimizer_variables(
        self, trainable_variables: Sequence[Variable], name: str, initializer: Any = "zeros"
    ) -> list[Variable]:
        """Makes a variable like each of the given ones (see `add_variable_from_reference`)."""
        return [self.add_variable_from_reference(variable, name, initializer) for variable in trainable_variables]

    def build(self, variables: Sequence[Variable]) -> None:
        """Makes the variables of the optimizer for those that it is to change."""
        self._trained = list(variables)
        self._places = {id(variable): place for place, variable in enumerate(variables)}
        if self.use_ema:
            self._averages = self.add_optimizer_variables(variables, "average")
        if self.gradient_accumulation_steps:
            self._sums = self.add_optimizer_variables(variables, "gradient_accumulator")
        self.built = True

    def _build_for(self, variables: Sequence[Variable]) -> None:
        if not self.built:
            with init_scope(), OpenGraph(variables[0].graph):
                self.build(variables)
            self.built = True
        unknown = [variable.name for variable in variables if id(variable) not in self._places]
        if unknown:
            raise ValueError(
                f"Unknown variables: {unknown}. The optimizer {self.name!r} can only change the variables that it was "
                f"built with: make a new one for others."
            )

    def _slot(self, variables: Sequence[Variable], variable: Variable) -> Variable:
        """The one of the optimizer's variables that belongs to a variable."""
        return variables[self._places[id(variable)]]

    # ------------------------------------------------------------------------------------------ steps

    def minimize(
        self,
        loss: Any,
        var_list: Any,
        tape: GradientTape | None = None,
        grad_loss: Any = None,
        name: str | None = None,
    ) -> Any:
        """Computes gradients of a loss and applies them.

        Args:
            loss: a function of no arguments that computes the loss; or the loss itself, with the tape that saw it.
            var_list: the variables to change, or a function of no arguments that gives them.
            tape: that saw the loss.
            grad_loss: the gradient with respect to the loss, by default ones.
            name: accepted and without effect.
        """
        if not callable(loss) and tape is None:
            raise ValueError("`loss` must be a function, or `tape` be given.")
        tape = tape or GradientTape()
        if callable(loss):
            with tape:
                if not callable(var_list):
                    tape.watch(var_list)
                loss = loss()
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        return self.apply_gradients(zip(tape.gradient(loss, variables, grad_loss), variables, strict=True))

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Variable]], name: str | None = None, **kwargs: Any
    ) -> Any:
        """Changes variables by gradients.

        Args:
            grads_and_vars: pairs of a gradient (None leaves the variable alone) and its variable.
            name: accepted and without effect.
            **kwargs: `skip_gradients_aggregation` and `experimental_aggregate_gradients`, without effect.

        Returns:
            The count of steps; in a graph that is run by a session, the operation that does it.

        Raises:
            ValueError: there is no gradient at all, or a variable that the optimizer was not built with.
        """
        unknown = set(kwargs) - {"skip_gradients_aggregation", "experimental_aggregate_gradients"}
        if unknown:
            raise TypeError(f"apply_gradients() got unexpected keyword arguments {sorted(unknown)}.")
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        return self.apply([gradient for gradient, _ in pairs], [variable for _, variable in pairs])

    def apply(self, grads: Sequence[Any], trainable_variables: Sequence[Variable] | None = None) -> Any:
        """Changes variables by gradients (see `apply_gradients`).

        Args:
            grads: one for each variable, or None.
            trainable_variables: the variables, by default those that the optimizer was built with.
        """
        if trainable_variables is None and not self.built:
            raise ValueError("Without `variables`, the optimizer must be built: call optimizer.build(variables) first.")
        variables = self._trained if trainable_variables is None else list(trainable_variables)
        if len(grads) != len(variables):
            raise ValueError(f"There are {len(grads)} gradients for {len(variables)} variables.")
        self._build_for(variables)
        given = _with_gradients(grads, variables)
        graph = current_graph() or next((g.graph for g, _ in given if is_symbolic(g)), None)
        with OpenGraph(graph), name_scope(self._scope):
            return self._apply(given)

    def _apply(self, pairs: list[tuple[Gradient, Variable]]) -> Any:
        self._pending = []
        gradients: list[Gradient] = [cast(gradient, variable.dtype) for gradient, variable in pairs]
        variables = [variable for _, variable in pairs]
        if self.loss_scale_factor is not None:
            gradients = [gradient / self.loss_scale_factor for gradient in gradients]
        if self.gradient_accumulation_steps:
            accumulation.step(self, gradients, variables)
        else:
            self._step(gradients, variables)
        if self.use_ema:
            self._after_pending(lambda: averages.step(self))
        self._after_pending(lambda: self._constrain(variables))
        with control_dependencies(self._pending):
            counted = self._iterations.assign_add(1, read_value=False)
        return self._iterations if counted is None or counted.graph.building_function else counted

    def _step(self, gradients: list[Gradient], variables: list[Variable]) -> None:
        gradients = self._clipping.of(gradients)
        rate = self.learning_rate
        self._apply_weight_decay(variables)
        self._after_pending(lambda: self._update(gradients, variables, rate))

    def _constrain(self, variables: list[Variable]) -> None:
        for variable in variables:
            if variable.constraint is not None:
                self.assign(variable, variable.constraint(variable.read_value()))

    def _update(self, gradients: list[Gradient], variables: list[Variable], rate: Any) -> None:
        step = as_called(self.update_step)
        for gradient, variable in zip(gradients, variables, strict=True):
            step(gradient, variable, cast(rate, variable.dtype))

    def _after_pending(self, act: Callable[[], Any]) -> None:
        """Acts after all changes so far, also in a graph that does not keep the order of the program."""
        with control_dependencies(list(self._pending)):
            act()

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """Changes one variable; to be defined by subclasses. The gradient of a lookup is `IndexedSlices`."""
        raise NotImplementedError(
            f"{type(self).__name__} has to define update_step(gradient, variable, learning_rate)."
        )

    def assign(self, variable: Variable, value: Any) -> None:
        """Sets a variable, as part of the step."""
        self._note(variable.assign(value, read_value=False))

    def assign_add(self, variable: Variable, value: Any) -> None:
        """Adds to a variable, as part of the step."""
        self._note(variable.assign_add(value, read_value=False))

    def assign_sub(self, variable: Variable, value: Any) -> None:
        """Subtracts from a variable, as part of the step."""
        self._note(variable.assign_sub(value, read_value=False))

    def _run(self, op_type: str, inputs: dict[str, Any], **attrs: Any) -> None:
        """Runs one of TensorFlow's update ops, as part of the step."""
        self._note(apply_update(op_type, inputs, attrs))

    def _note(self, op: Any) -> None:
        if op is not None:
            self._pending.append(op)

    # ------------------------------------------------------------------------------------------ around the step

    def exclude_from_weight_decay(
        self, var_list: Iterable[Variable] | None = None, var_names: Iterable[str] | None = None
    ) -> None:
        """Says which variables do not shrink.

        Args:
            var_list: some variables.
            var_names: parts of names (regular expressions).
        """
        pattern = "|".join(sorted(set(var_names))) if var_names else None
        self._without_decay = {id(variable) for variable in var_list or ()}, pattern

    def _apply_weight_decay(self, variables: Sequence[Variable]) -> None:
        if self.weight_decay is None:
            return
        excluded, pattern = self._without_decay
        rate = self.learning_rate
        for variable in variables:
            if id(variable) not in excluded and (pattern is None or not re.search(pattern, variable.name)):
                share = cast(rate, variable.dtype) * self.weight_decay
                self.assign_sub(variable, variable.read_value() * share)

    def scale_loss(self, loss: Any) -> Any:
        """The loss times `loss_scale_factor`."""
        return loss if self.loss_scale_factor is None else loss * self.loss_scale_factor

    def finalize_variable_values(self, var_list: Sequence[Variable]) -> None:
        """Sets variables to their averages, if those are kept: what `fit` does at its end."""
        if self.use_ema and self.built:
            averages.overwrite(self)

    def get_weights(self) -> list[Any]:
        """The values of the optimizer's variables, as numpy arrays."""
        return [variable.numpy() for variable in self._own]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Sets the optimizer's variables.

        Raises:
            ValueError: there are others, or of other shapes.
        """
        if len(weights) != len(self._own):
            raise ValueError(
                f"The optimizer {self.name!r} has {len(self._own)} variables, but {len(weights)} weights were given. "
                f"Build it first with optimizer.build(trainable_variables)."
            )
        for variable, weight in zip(self._own, weights, strict=True):
            variable.assign(reshape(cast(weight, variable.dtype), variable.shape.as_list()))

    # ------------------------------------------------------------------------------------------ configuration

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal optimizer with."""
        rate = self._learning_rate
        config: dict[str, Any] = {"name": self.name}
        config["learning_rate"] = float(rate.numpy()) if is_tensor(rate) else serialize_keras_object(rate)
        return {**config, **{name: getattr(self, name) for name in (*_COMMON, *self._own_options)}}

    @classmethod
    def from_config(cls: type[_O], config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> _O:
        """The optimizer with these arguments."""
        rate = deserialize_keras_object(config.get("learning_rate", 0.001), custom_objects)
        return cls(**{**config, "learning_rate": rate})

    def __deepcopy__(self: _O, memo: dict[int, Any]) -> _O:
        make, state = self.__reduce__()
        return make(*state)  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.get_config(), self._trained if self.built else None, self.get_weights())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"


def _again(cls: type[_O], config: dict[str, Any], variables: list[Variable] | None, weights: list[Any]) -> _O:
    """An optimizer like another one, for the same variables and as far."""
    made = cls.from_config(config)
    if variables is not None:
        made.build(variables)
        made.set_weights(weights)
    return made


def _with_gradients(gradients: Sequence[Any], variables: Sequence[Variable]) -> list[tuple[Any, Variable]]:
    pairs = list(zip(gradients, variables, strict=True))
    missing = [variable.name for gradient, variable in pairs if gradient is None]
    if len(missing) == len(pairs):
        raise ValueError(f"No gradients provided for any variable: {missing}.")
    if missing:
        warnings.warn(
            f"Gradients do not exist for variables {missing} when minimizing the loss. If using `model.compile()`, did "
            f"you forget to provide a `loss` argument?",
            stacklevel=4,
        )
    return [(gradient, variable) for gradient, variable in pairs if gradient is not None]
