"""The state of a layer: its weights, those of the layers inside it, and the penalties on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from autograph.keras import constraints, initializers, regularizers
from autograph.keras.backend import floatx, standardize_dtype
from autograph.keras.layers import tracking
from autograph.keras.layers.call_context import current_call
from runtime import nest
from runtime.current import init_scope
from runtime.dtypes import as_dtype
from runtime.module import Module
from runtime.scopes import name_scope
from runtime.train.trackables import is_trackable
from runtime.variables import Variable

_OLD_ORDER = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")
_ORDER = ("shape", "initializer", "dtype", "trainable", "autocast", "regularizer", "constraint", "aggregation")


class Weights(Module):
    """A base class of layers: everything about their variables."""

    _SKIPPED: frozenset[str] = frozenset({"_input_structure", "_given_arguments"})
    """Names of attributes that hold nothing of the layer's."""

    _made: list[Variable]
    _trainable: bool
    _loss_tensors: list[Any]
    built: bool

    # ------------------------------------------------------------------------------------------ making

    def add_weight(self, *args: Any, **kwargs: Any) -> Variable:
        """Makes a weight.

        Args:
            *args: positionally as in Keras 3 (shape, initializer, dtype, trainable), or, beginning with a name, as in
                older programs (name, shape, dtype, initializer, regularizer, trainable).
            **kwargs: `shape` (by default a scalar), `initializer` (Glorot's uniform by default, zeros for integers),
                `dtype` (the layer's by default), `trainable`, `regularizer`, `constraint`, `name`, `autocast` (whether
                it is read in the dtype that the layer computes in);
                `aggregation`, `synchronization`, `use_resource` and `experimental_autocast` are without effect.

        Returns:
            The variable.

        Raises:
            TypeError: an argument is unknown or given twice.
            ValueError: a size is not known.
        """
        order = _OLD_ORDER if args and isinstance(args[0], str) else _ORDER
        given = dict(zip(order, args, strict=False))
        twice = sorted(set(given) & set(kwargs))
        if twice:
            raise TypeError(f"add_weight() got multiple values for {', '.join(twice)}.")
        return self._add_weight(**given, **kwargs)

    add_variable = add_weight

    def _add_weight(
        self,
        shape: Any = None,
        initializer: Any = None,
        dtype: Any = None,
        trainable: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        name: str | None = None,
        autocast: bool = True,
        aggregation: Any = None,
        synchronization: Any = None,
        use_resource: bool = True,
        experimental_autocast: bool = True,
    ) -> Variable:
        self._check_initialised()
        sizes = self._sizes(name, shape)
        kind = standardize_dtype(dtype or self.variable_dtype)
        make = initializers.get(initializer or ("glorot_uniform" if as_dtype(kind).is_floating else "zeros"))
        with init_scope(), name_scope(None):
            variable = self._kind_of_weight(kind, autocast)(
                lambda: make(sizes, kind),
                trainable=trainable and self._trainable,
                name=f"{self._path()}/{name or 'variable'}",
                dtype=kind,
                constraint=constraints.get(constraint),
            )
        variable.regularizer = regularizers.get(regularizer)  # type: ignore[attr-defined]
        variable.meant_to_train = bool(trainable)  # type: ignore[attr-defined]
        self._made.append(variable)
        return variable

    def _kind_of_weight(self, kind: str, autocast: bool) -> type[Variable]:
        """The class of a weight of a dtype: one that is cast where it is read, if the layer computes in another."""
        if not autocast or self.compute_dtype == self.variable_dtype or not as_dtype(kind).is_floating:
            return Variable
        from autograph.keras.layers.autocasting import AutocastVariable

        return AutocastVariable

    def _sizes(self, name: str | None, shape: Any) -> tuple[int, ...]:
        sizes = () if shape is None else tuple([shape] if isinstance(shape, int) else shape)
        if any(size is None for size in sizes):
            raise ValueError(
                f"Weight {name!r} of layer {self.name!r} cannot have shape {sizes}: each size must be known. Give the "
                f"layer inputs whose last axis has a known size."
            )
        return tuple(int(size) for size in sizes)

    def _path(self) -> str:
        """The names of the layers that are being called around this one, and its own."""
        innermost = call = current_call()
        while call is not None and call.layer is not self:
            call = call.outer
        if call is not None:
            return call.path
        return self.name if innermost is None else f"{innermost.path}/{self.name}"

    def _check_initialised(self) -> None:
        if "_made" not in vars(self):
            raise RuntimeError(
                f"In layer {type(self).__name__!r}, you forgot to call `super().__init__()` as the first statement in "
                f"the `__init__()` method. Go add it!"
            )

    @property
    def variable_dtype(self) -> str:
        """The dtype of new weights."""
        return floatx()

    @property
    def compute_dtype(self) -> str:
        """The dtype that weights are read in."""
        return self.variable_dtype

    # ------------------------------------------------------------------------------------------ what there is

    def _owned(self) -> Iterator[Any]:
        return tracking.owned(self, self._SKIPPED)

    def _own_weights(self) -> list[Variable]:
        """The variables that are this layer's itself, without those of modules inside."""
        return tracking.unique([item for item in self._owned() if isinstance(item, Variable)])

    def _trackable_children(self) -> dict[str, Any]:
        """What a checkpoint holds of this layer, by the names of its attributes."""
        return {name: item for name, item in vars(self).items() if name not in self._SKIPPED and is_trackable(item)}

    def _inner(self) -> list[Weights]:
        """The layers directly inside this one."""
        return [item for item in self._owned() if isinstance(item, Weights)]

    def _inner_modules(self) -> list[Any]:
        """The modules directly inside this one that are no layers, metrics or seed generators."""
        kinds = (Weights, Variable)
        others = [item for item in self._owned() if not isinstance(item, kinds) and not tracking.is_metric(item)]
        return [item for item in others if isinstance(item, Module)]

    def _all_weights(self) -> list[tuple[Variable, bool]]:
        """The weights of this layer and all layers inside, each with whether optimizers change it."""
        found = [(variable, self._trainable and variable.trainable) for variable in self._own_weights()]
        for module in self._inner_modules():
            found += [(variable, self._trainable and variable.trainable) for variable in module.variables]
        for layer in self._inner():
            found += [(variable, self._trainable and trains) for variable, trains in layer._all_weights()]
        return list({id(pair[0]): pair for pair in reversed(found)}.values())[::-1]

    @property
    def trainable_weights(self) -> list[Variable]:
        """The weights that optimizers change: its own, then those of the layers inside."""
        return [variable for variable, trains in self._all_weights() if trains]

    @property
    def non_trainable_weights(self) -> list[Variable]:
        """The weights that optimizers leave alone."""
        return [variable for variable, trains in self._all_weights() if not trains]

    @property
    def weights(self) -> list[Variable]:
        """All weights, its own before those of the layers inside."""
        return [variable for variable, _ in self._all_weights()]

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """All weights, and the state of metrics and seed generators."""
        return tracking.unique([*self.weights, *self._other_state()])

    @property
    def trainable_variables(self) -> list[Variable]:  # type: ignore[override]
        """The weights that optimizers change."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Variable]:  # type: ignore[override]
        """The variables that optimizers leave alone."""
        trained = {id(variable) for variable in self.trainable_weights}
        return [variable for variable in self.variables if id(variable) not in trained]

    def _other_state(self) -> list[Variable]:
        """The variables of metrics and seed generators, of this layer and all inside."""
        kinds = (Weights, Variable)
        others = [item for item in self._owned() if not isinstance(item, kinds)]
        found = [variable for item in others for variable in tracking.variables_of(item)]
        return found + [variable for layer in self._inner() for variable in layer._other_state()]

    @property
    def metrics(self) -> list[Any]:
        """The metrics in its attributes, and in those of the layers inside."""
        return self._tracked_metrics()

    def _tracked_metrics(self) -> list[Any]:
        owned = list(self._owned())
        own = [item for item in owned if tracking.is_metric(item)]
        inner = [item for item in owned if isinstance(item, Weights)]
        return tracking.unique([*own, *(metric for layer in inner for metric in layer._tracked_metrics())])

    def _flatten_layers(self) -> Iterator[Weights]:
        """This layer and all inside, each once."""
        seen: set[int] = set()
        waiting: list[Weights] = [self]
        while waiting:
            layer = waiting.pop(0)
            if id(layer) not in seen:
                seen.add(id(layer))
                yield layer
                waiting = [*layer._inner(), *waiting]

    @property
    def trainable(self) -> bool:
        """Whether optimizers change the weights; setting it sets that of all layers inside."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        """Freezes or thaws the layer, with its variables (those that were made to train) and inner layers."""
        self._trainable = bool(value)
        for variable in self._own_weights():
            if getattr(variable, "meant_to_train", variable.trainable):
                variable.meant_to_train = True  # type: ignore[attr-defined]
                variable.trainable = self._trainable
        for layer in self._inner():
            layer.trainable = value

    def count_params(self) -> int:
        """The number of elements of all weights.

        Raises:
            ValueError: the layer has no weights yet.
        """
        if not self.built:
            raise ValueError(f"Layer {self.name!r} is not built yet: call it on some inputs first.")
        return sum(variable.shape.num_elements() or 0 for variable in self.weights)

    def get_weights(self) -> list[Any]:
        """The values of the weights, as numpy arrays."""
        return [variable.numpy() for variable in self.weights]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Sets the values of the weights.

        Args:
            weights: an array for each weight, in the order of `weights`.

        Raises:
            ValueError: there are others, or of other shapes; nothing is changed then.
        """
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on layer {self.name!r} with a weight list of length "
                f"{len(weights)}, but the layer was expecting {len(own)} weights."
            )
        for variable, value in zip(own, weights, strict=True):
            if not variable.shape.is_compatible_with(_shape(value)):
                raise ValueError(
                    f"Layer {self.name!r} weight {variable.name} of shape {variable.shape} is not compatible with the "
                    f"provided weight shape {_shape(value)}."
                )
        for variable, value in zip(own, weights, strict=True):
            variable.assign(value, read_value=False)

    # ------------------------------------------------------------------------------------------ penalties

    def add_loss(self, losses: Any, **kwargs: Any) -> None:
        """Adds to the loss of the model, in `call`.

        Args:
            losses: a scalar tensor, a list of such, or functions of no arguments that give one.
            **kwargs: `inputs` of older programs, without effect.
        """
        self._check_initialised()
        self._loss_tensors += nest.flatten(losses)

    @property
    def losses(self) -> list[Any]:
        """The penalties of the last call, and those of regularizers on weights, of this layer and all inside."""
        found: list[Any] = []
        for layer in self._flatten_layers():
            found += [loss() if callable(loss) else loss for loss in layer._loss_tensors]
        for variable, trains in self._all_weights():
            regularizer: Callable[[Any], Any] | None = getattr(variable, "regularizer", None)
            if trains and regularizer is not None:
                found.append(regularizer(variable))
        return found

    def _clear_losses(self) -> None:
        """Forgets the penalties of the last call."""
        for layer in self._flatten_layers():
            layer._loss_tensors[:] = [loss for loss in layer._loss_tensors if callable(loss)]


def _shape(value: Any) -> Any:
    import numpy as np

    return value.shape if hasattr(value, "shape") else np.shape(value)
