"""The base class of layers: what happens around `call`."""

from __future__ import annotations

import contextlib
import inspect
import weakref
from collections.abc import Mapping
from typing import Any, TypeVar

from autograph.keras import activations, constraints, dtype_policies, initializers, regularizers
from autograph.keras.calling import as_called, refuse_missing
from autograph.keras.layers.call_context import current_call, enter_call
from autograph.keras.layers.call_signature import call_signature
from autograph.keras.layers.constructors import accepted_names, plain_arguments
from autograph.keras.layers.input_spec import check_inputs
from autograph.keras.layers.weights import Weights
from autograph.keras.naming import auto_name
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.shapes import Shape, is_shape, map_shapes, shape_of
from autograph.keras.symbolic import describe_call, is_described, output_spec
from autograph.keras.tensors import as_tensor, holds_tensors, mask_of, set_mask
from runtime import nest
from runtime.current import init_scope, state
from runtime.dispatch import convert_to_tensor, is_symbolic, is_tensor
from runtime.dtypes import as_dtype
from runtime.names import nearest, valid_op_name
from runtime.ops.array import shape as shape_tensor
from runtime.ops.casts import cast
from runtime.scopes import name_scope
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec

_L = TypeVar("_L", bound="Layer")
_HOME = "autograph.keras"
_BASE_OPTIONS = ("activity_regularizer", "autocast", "dtype", "input_dim", "input_shape", "batch_size", "dynamic",
                 "batch_input_shape", "name", "trainable", "weights")  # fmt: skip

_LOOKUPS = {
    "initializer": initializers.get,
    "regularizer": regularizers.get,
    "constraint": constraints.get,
    "activation": activations.get,
}

_with_losses: weakref.WeakSet[Any] = weakref.WeakSet()


class Layer(Weights):
    """A base class: an object that is called with tensors, and has weights.

    Subclasses make their weights in `build(input_shape)` (or in `__init__`) with `add_weight`, and define
    `call(inputs)`, which may take `training` and `mask`, and branch and loop on tensors.

    Args:
        activity_regularizer: a penalty on the outputs.
        trainable: whether optimizers change the weights.
        dtype: of the weights and of floating inputs, or a `DTypePolicy`; by default the global policy.
        autocast: whether floating inputs are cast to it.
        name: by default the class name in snake case.

    >>> class Scale(Layer):
    ...     def build(self, input_shape):
    ...         self.factor = self.add_weight(shape=(input_shape[-1],), initializer="ones")
    ...     def call(self, inputs):
    ...         return inputs * self.factor
    >>> layer = Scale()
    >>> layer([[1.0, 2.0]]).numpy().tolist(), len(layer.weights)
    ([[1.0, 2.0]], 1)
    """

    supports_masking = False
    input_spec: Any = None
    _options: tuple[str, ...] = ()
    _makes_masks = False

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Notes what the constructor of a class of the user's is given, for `get_config`."""
        made = super().__new__(cls)
        if not cls.__module__.startswith(_HOME):
            vars(made)["_given_arguments"] = plain_arguments(cls, args, kwargs)
        return made

    def __init__(
        self,
        activity_regularizer: Any = None,
        trainable: bool = True,
        dtype: Any = None,
        autocast: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        self._name = name or auto_name(type(self).__name__)
        self._scope = f"{self._name}/"
        self._made: list[Any] = []
        self._loss_tensors: list[Any] = []
        self._trainable = bool(trainable)
        self.dtype_policy = dtype_policies.get(dtype)
        self._dtype = self.dtype_policy.variable_dtype
        self._compute_dtype = self.dtype_policy.compute_dtype
        self._autocasts = autocast
        self.activity_regularizer = regularizers.get(activity_regularizer)
        self.built = False
        self._inbound_nodes: list[Any] = []
        self._first_output_shapes: tuple[tuple[Any, ...], ...] | None = None
        self._input_shape_given = _given_input_shape(kwargs)
        kwargs.pop("dynamic", None)
        if kwargs:
            hints = "".join(nearest(key, [*_BASE_OPTIONS, *_arguments_of(type(self))]) for key in kwargs)
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {kwargs}.{hints}")

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def name(self) -> str:
        """The name of the layer."""
        return self._name

    @property
    def path(self) -> str:
        """The names of the layers that were called around this one when it got its weights, and its own."""
        return self._made[0].name.rpartition("/")[0] if self._made else self._name

    @property
    def dtype(self) -> str:
        """The name of the dtype of the weights."""
        return self._dtype

    @property
    def variable_dtype(self) -> str:
        """The name of the dtype of the weights."""
        return self._dtype

    @property
    def compute_dtype(self) -> str:
        """The name of the dtype of floating inputs."""
        return self._compute_dtype

    @property
    def input(self) -> Any:
        """The described tensors that it was called with, in a network."""
        node = self._only_node("input")
        return node.args[0] if node.args else next(iter(node.kwargs.values()))

    @property
    def output(self) -> Any:
        """The described tensors that it gives, in a network."""
        return self._only_node("output").outputs

    def _only_node(self, what: str) -> Any:
        calls = len(self._inbound_nodes)
        if calls != 1:
            reason = (
                "was never called in a network" if not calls else f"was called {calls} times, so that there are many"
            )
            raise AttributeError(f"The layer {self.name!r} has no defined {what}: it {reason}.")
        return self._inbound_nodes[0]

    # ------------------------------------------------------------------------------------------ for subclasses

    def build(self, input_shape: Any) -> None:
        """Makes the weights for inputs of that shape; to be defined by subclasses that need it.

        Args:
            input_shape: a tuple with None for sizes that are not known, or a structure of such.
        """
        self.built = True

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Computes outputs of inputs; to be defined by subclasses."""
        raise NotImplementedError(f"Layer {type(self).__name__} has to define call(inputs).")

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """Which steps of the output count, given which of the inputs do."""
        return previous_mask

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of outputs for inputs of that shape."""
        return nest.map_structure(lambda spec: Shape(spec.shape.as_list()), self._output_spec_of_shape(input_shape))

    def _output_spec_of_shape(self, input_shape: Any) -> Any:
        return self.compute_output_spec(map_shapes(lambda shape: TensorSpec(shape, self.compute_dtype), input_shape))

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """The shapes and dtypes of outputs, as `TensorSpec`s, for such inputs; nothing is computed."""
        return output_spec(self, args, kwargs)

    def build_from_config(self, config: Mapping[str, Any]) -> None:
        """Makes the weights again that `get_build_config` told of."""
        shape = config.get("input_shape")
        if shape is not None and not self.built:
            self._build_with(map_shapes(lambda sizes: sizes, shape), {})

    def get_build_config(self) -> dict[str, Any] | None:
        """For which shapes the weights were made, or None."""
        shape = getattr(self, "_built_for", None)
        return None if shape is None else {"input_shape": map_shapes(list, shape)}

    # ------------------------------------------------------------------------------------------ calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Computes outputs of inputs; the first call makes the weights.

        Args:
            *args: tensors, arrays, or structures of them, as `call` takes them.
            **kwargs: likewise; `training` says whether it trains, by default as the layer around it does.

        Raises:
            ValueError: the inputs do not fit the layer.
        """
        self._check_initialised()
        args, kwargs = self._converted((args, kwargs))
        if any(is_described(leaf) for leaf in nest.flatten((args, kwargs))):
            return describe_call(self, args, kwargs)
        return self._call_now(args, kwargs)

    def _call_now(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        signature = call_signature(type(self))
        training = self._resolve_training(signature, args, kwargs)
        first = args[0] if args else kwargs.get(signature.names[0]) if signature.names else None
        if self.input_spec is not None:
            check_inputs(self.input_spec, first, self.name)
        if _with_losses and current_call() is None:
            self._clear_losses()
        with enter_call(self, training):
            if not self.built:
                self._build_for(signature, args, kwargs)
            masks = self._pass_masks(signature, args, kwargs, first)
            with name_scope(valid_op_name(self._name)) if state.graph is not None else contextlib.nullcontext():
                outputs = self._callee(args, kwargs)(*args, **kwargs)
                if state.graph is not None:
                    refuse_missing(outputs)
                self._finish(first, masks, outputs)
        return outputs

    def _callee(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """`call`, in its converted form where a graph is built."""
        if state.graph is None and not any(map(is_symbolic, nest.flatten((args, kwargs)))):
            return self.call
        return as_called(self.call)

    def _resolve_training(self, signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Whether this call trains: as said, else as the call around it does, else by default."""
        place = signature.position("training")
        given = args[place] if place is not None and place < len(args) else kwargs.get("training")
        outer = current_call()
        if given is None and outer is not None:
            given = outer.training
        if given is None:
            given = signature.training_default
        if place is not None and place >= len(args):
            kwargs["training"] = given
        elif not signature.takes("training"):
            kwargs.pop("training", None)
        return given

    def _pass_masks(self, signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any], first: Any) -> Any:
        """The masks of the first argument; given to `call` if it takes them."""
        masks = nest.map_structure(mask_of, first) if holds_tensors(first) else mask_of(first)
        has_mask = any(mask is not None for mask in nest.flatten(masks))
        place = signature.position("mask")
        if place is not None and place >= len(args) and kwargs.get("mask") is None and has_mask:
            kwargs["mask"] = masks
        if kwargs.get("mask") is not None:
            return kwargs["mask"]
        return masks if has_mask else None

    def _finish(self, first: Any, masks: Any, outputs: Any) -> None:
        """What is done with outputs: penalties, masks."""
        flat = [output for output in nest.flatten(outputs) if isinstance(output, Tensor)]
        if self._first_output_shapes is None:
            self._first_output_shapes = tuple(tuple(o.shape.as_list()) for o in flat if o.shape.rank is not None)
        if self.activity_regularizer is not None:
            for output in flat:
                size = cast(shape_tensor(output)[0], output.dtype)
                self.add_loss(self.activity_regularizer(output) / size)
        if not self.supports_masking or (masks is None and not self._makes_masks):
            return
        made = nest.flatten(self.compute_mask(first, masks))
        for output, mask in zip(flat, made if len(made) == len(flat) else made[:1] * len(flat), strict=True):
            if mask_of(output) is None:
                set_mask(output, mask)

    def add_loss(self, losses: Any, **kwargs: Any) -> None:
        """Adds to the loss of the model, in `call` (see `Weights.add_loss`)."""
        super().add_loss(losses, **kwargs)
        _with_losses.add(self)

    # ------------------------------------------------------------------------------------------ inputs

    def _converted(self, arguments: Any) -> Any:
        args, kwargs = arguments
        if args and isinstance(args[0], list | tuple) and not holds_tensors(args[0]) and _are_numbers(args[0]):
            args = (convert_to_tensor(args[0]), *args[1:])
        return nest.map_structure(self._converted_leaf, args), {k: self._converted_value(v) for k, v in kwargs.items()}

    def _converted_value(self, value: Any) -> Any:
        return nest.map_structure(self._converted_leaf, value)

    def _converted_leaf(self, value: Any) -> Any:
        """Arrays as tensors, floating ones of the layer's dtype."""
        if not isinstance(value, Tensor):
            if not hasattr(value, "__array__") or is_tensor(value) or isinstance(value, type):
                return value
            value = as_tensor(value)
        if self._autocasts and value.dtype.is_floating and value.dtype is not as_dtype(self._compute_dtype):
            made = cast(value, self._compute_dtype)
            set_mask(made, mask_of(value))
            return made
        return value

    def _build_for(self, signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        shapes = {name: shape_of(value) for name, value in zip(signature.names, args, strict=False)}
        shapes |= {name: shape_of(value) for name, value in kwargs.items() if name not in ("training", "mask")}
        known = [shape for shape in shapes.values() if shape is not None]
        self._build_with(known[0] if known else None, shapes)

    def _build_with(self, first: Any, shapes: dict[str, Any]) -> None:
        parameters = list(inspect.signature(self.build).parameters)
        call = current_call()
        is_inside = call is not None and call.layer is self
        with init_scope(), contextlib.nullcontext() if is_inside else enter_call(self, None):
            if len(parameters) > 1 and all(name.endswith("_shape") for name in parameters):
                given = {name: shapes.get(name.removesuffix("_shape")) for name in parameters}
                self.build(**{**given, parameters[0]: given[parameters[0]] or first})
            else:
                self.build(first)
        self._built_for = first if first is None or is_shape(first) else None
        self.built = True

    # ------------------------------------------------------------------------------------------ configuration

    def _configure(self, **options: Any) -> None:
        """Sets attributes from arguments of the constructor, by which `get_config` makes the layer again.

        Args:
            **options: what ends in "initializer", "regularizer", "constraint" or "activation" may be a name.
        """
        for name, value in options.items():
            find = _LOOKUPS.get(name.rpartition("_")[2])
            setattr(self, name, value if find is None else find(value))
        self._options = (*self._options, *options)

    def _configure_from(self, options: Mapping[str, Any], *names: str) -> None:
        """Sets attributes from some of the arguments of the constructor (see `_configure`)."""
        self._configure(**{name: options[name] for name in names})

    def _weight(self, name: str, shape: tuple[Any, ...], stem: str | None = None, autocast: bool = True) -> Any:
        """Makes a weight whose initializer, regularizer and constraint are the layer's options of that name.

        Args:
            name: of the weight.
            shape: of the weight.
            stem: the name in the options, by default that of the weight.
            autocast: see `add_weight`.
        """
        stem = stem or name
        return self.add_weight(
            name=name,
            shape=shape,
            initializer=getattr(self, f"{stem}_initializer"),
            regularizer=getattr(self, f"{stem}_regularizer", None),
            constraint=getattr(self, f"{stem}_constraint", None),
            autocast=autocast,
        )

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with.

        Raises:
            NotImplementedError: a subclass has arguments of its own and does not define `get_config`.
        """
        config = {"name": self.name, "trainable": self.trainable, "dtype": self._dtype_config()}
        if self.activity_regularizer is not None:
            config["activity_regularizer"] = serialize_keras_object(self.activity_regularizer)
        for name in self._options:
            write = activations.serialize if name.endswith("activation") else serialize_keras_object
            config[name] = write(getattr(self, name))
        if type(self).get_config.__module__.startswith(_HOME) and not type(self).__module__.startswith(_HOME):
            return self._config_of_arguments(config)
        return config

    def _config_of_arguments(self, config: dict[str, Any]) -> dict[str, Any]:
        """The configuration with what the user's constructor was given, and without what it does not take."""
        given = vars(self).get("_given_arguments") or {}
        unsaid = _arguments_of(type(self), of_users_only=True) - {*config, *given, *_BASE_OPTIONS}
        if vars(self).get("_given_arguments") is None and unsaid:
            raise NotImplementedError(
                f"Layer {type(self).__name__} was created by passing arguments of its own to its __init__: "
                f"{sorted(unsaid)}. Define get_config() so that it can be saved and made again."
            )
        taken = accepted_names(type(self))
        return {name: value for name, value in config.items() if taken is None or name in taken} | given

    def _dtype_config(self) -> Any:
        return {
            "module": "keras",
            "class_name": "DTypePolicy",
            "config": {"name": self._dtype if self._compute_dtype == self._dtype else self.dtype_policy.name},
            "registered_name": None,
        }

    @classmethod
    def from_config(cls: type[_L], config: dict[str, Any]) -> _L:
        """The layer with these arguments."""
        settings = dict(config)
        dtype = settings.get("dtype")
        if isinstance(dtype, dict):
            settings["dtype"] = dtype["config"]["name"] if "config" in dtype else None
        try:
            return cls(**settings)
        except TypeError as error:
            raise TypeError(f"{cls.__name__} cannot be made from its configuration {config}: {error}") from error

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_inbound_nodes": [], "_loss_tensors": []}  # A copy has no part in networks.

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"


def deserialized(value: Any) -> Any:
    """An argument that may be a configuration, as the object."""
    return deserialize_keras_object(value) if isinstance(value, Mapping) and "class_name" in value else value


def _given_input_shape(kwargs: dict[str, Any]) -> Shape | None:
    """The shape of inputs that older programs give to the first layer, with the axis of the batch."""
    batch = kwargs.pop("batch_size", None)
    if "batch_input_shape" in kwargs:
        return Shape(kwargs.pop("batch_input_shape"))
    if "input_shape" in kwargs:
        return Shape((batch, *kwargs.pop("input_shape")))
    if "input_dim" in kwargs:
        return Shape((batch, kwargs.pop("input_dim")))
    return None


def _arguments_of(cls: type, of_users_only: bool = False) -> set[str]:
    """The names of the arguments of the constructors of a class, up to `Layer`; or up to what is of this package."""
    names: set[str] = set()
    for base in cls.__mro__:
        if base is Layer or (of_users_only and base.__module__.startswith("autograph.keras")):
            break
        if "__init__" in vars(base):
            parameters = inspect.signature(vars(base)["__init__"]).parameters.values()
            named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
            names.update(named[1:])
    return names


def _are_numbers(value: Any) -> bool:
    """Whether the value is a list of numbers, or of such lists."""
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(item, int | float) or _are_numbers(item) for item in value)
    )
