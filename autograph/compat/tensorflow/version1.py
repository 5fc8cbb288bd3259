"""`tf.compat.v1`: what TensorFlow 1 means otherwise than TensorFlow 2."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import runtime as rt
from runtime import current, dtypes, shapes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.graph_keys import GraphKeys
from runtime.sparse import SparseTensor
from runtime.tensor import Tensor


class Settings:
    """Nested settings such as `ConfigProto`: any attribute may be set, and reading an unset one gives settings again.

    >>> config = Settings(allow_soft_placement=True)
    >>> config.gpu_options.allow_growth = True
    >>> config.gpu_options.allow_growth
    True
    """

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(settings)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, Settings())

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def nothing(*args: Any, **kwargs: Any) -> None:
    """Takes everything and does nothing: this project already behaves so, or has no such mode."""


def always(*args: Any, **kwargs: Any) -> bool:
    """True: this is so here."""
    return True


def never(*args: Any, **kwargs: Any) -> bool:
    """False: this is not so here."""
    return False


disable_eager_execution = current.disable_eager_execution
enable_eager_execution = current.enable_eager_execution


def executing_eagerly() -> bool:
    """Whether operations run at once here: no graph is open, and no function is being traced."""
    return current.current_graph() is None


def inside_function() -> bool:
    """Whether a function is being traced here."""
    graph = current.current_graph()
    return graph is not None and graph.building_function


def executing_eagerly_outside_functions() -> bool:
    """Whether operations run at once outside of the functions being traced here."""
    with rt.init_scope():
        return executing_eagerly()


# ---------------------------------------------------------------------------------------------- operations


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """As `tf.where` of TensorFlow 2, but a vector of conditions chooses rows.

    >>> where([True, False], [[1, 1], [2, 2]], [[3, 3], [4, 4]]).tolist()
    [[1, 1], [4, 4]]
    """
    if x is None:
        return rt.where(condition, x, y, name)  # type: ignore[no-any-return]
    test, then = convert_to_tensor(condition), convert_to_tensor(x)
    rank = then.shape.rank
    if test.shape.rank == 1 and rank is not None and rank > 1:
        test = rt.reshape(test, [-1] + [1] * (rank - 1))
    return rt.where(test, then, y, name)  # type: ignore[no-any-return]


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """Dropout that may be told what to keep instead of what to drop.

    Raises:
        ValueError: not exactly one of `keep_prob` and `rate` is given.
    """
    if (keep_prob is None) is (rate is None):
        raise ValueError("dropout needs one of keep_prob and rate.")
    return rt.nn.dropout(x, 1 - keep_prob if rate is None else rate, noise_shape, seed, name)  # type: ignore[no-any-return]


def Print(
    input_: Any,
    data: Any,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The input; prints `data` to stderr when it is computed.

    Args:
        input_: a tensor.
        data: a list of tensors.
        message: goes before them.
        first_n: how often it prints; None for always.
        summarize: how many elements of each are shown.
        name: for the operation.
    """
    attrs = {"message": message or "", "first_n": -1 if first_n is None else first_n, "summarize": summarize or 3}
    return apply_one("Print", [convert_to_tensor(input_), [convert_to_tensor(item) for item in data]], attrs, name)


def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Division as in Python 2: of integers, rounded down."""
    x = convert_to_tensor(x)
    return (rt.floordiv if x.dtype.is_integer else rt.truediv)(x, y, name=name)  # type: ignore[no-any-return]


def string_split(
    source: Any = None,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    input: Any = None,
    name: str | None = None,
) -> Any:
    """The parts of strings, sparse or ragged.

    Args:
        source: string[rows].
        sep: the separator; a blank if neither it nor `delimiter` is given.
        skip_empty: whether empty parts are left out.
        delimiter: the older name of `sep`.
        result_type: "SparseTensor" or "RaggedTensor".
        input: the newer name of `source`.
        name: for the operation.
    """
    cut = next((given for given in (sep, delimiter) if given is not None), " ")
    parts = rt.strings.split(source if input is None else input, cut)
    if skip_empty:
        parts = rt.ragged.boolean_mask(parts, rt.not_equal(parts, ""))
    return parts if result_type == "RaggedTensor" else parts.to_sparse(name)


# ---------------------------------------------------------------------------------------------- assertions


def assertion(name: str) -> Callable[..., Any]:
    """TensorFlow 1's assertion of a name: it takes `data` to print, after its operands."""
    function: Callable[..., Any] = getattr(rt, name)

    def check(*operands: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None) -> Any:
        """The assertion, with arguments as TensorFlow 1 has them; `data` is not shown."""
        return function(*operands, message=message, summarize=summarize, name=name)

    check.__name__ = check.__qualname__ = name
    check.__doc__ = f"`tf.debugging.{name}`; `data` is accepted and without effect."
    return check


for _name in (
    "assert_equal", "assert_none_equal", "assert_less", "assert_less_equal", "assert_greater", "assert_greater_equal",
    "assert_positive", "assert_negative", "assert_non_negative", "assert_non_positive", "assert_near",
):  # fmt: skip
    globals()[_name] = assertion(_name)

# ---------------------------------------------------------------------------------------------- graphs and variables


def tables_initializer(name: str = "init_all_tables") -> Any:
    """An operation that fills all lookup tables of the graph."""
    return rt.group(*rt.get_collection(GraphKeys.TABLE_INITIALIZERS), name=name)


def report_uninitialized_variables(var_list: Any = None, name: str = "report_uninitialized_variables") -> Tensor:
    """The names of the variables without a value, string[count]."""
    variables = rt.global_variables() + rt.local_variables() if var_list is None else list(var_list)
    if not variables:
        return convert_to_tensor([], dtypes.string)
    missing = [rt.math.logical_not(rt.is_variable_initialized(variable)) for variable in variables]
    names = convert_to_tensor([variable.op.name for variable in variables])
    return rt.boolean_mask(names, rt.stack(missing), name=name)  # type: ignore[no-any-return]


def create_global_step(graph: Any = None) -> Any:
    """Makes the variable that counts training steps.

    Raises:
        ValueError: there is one.
    """
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with _building(graph) as target, rt.name_scope(None):
        step = rt.get_variable(
            GraphKeys.GLOBAL_STEP,
            shapes.SCALAR,
            dtypes.int64,
            rt.zeros,
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )
        if step not in target.get_collection(GraphKeys.GLOBAL_STEP):
            target.add_to_collection(GraphKeys.GLOBAL_STEP, step)
    return step


@contextlib.contextmanager
def _building(graph: Any) -> Iterator[Any]:
    if graph is None:
        yield rt.get_default_graph()
    else:
        with graph.as_default():
            yield graph


def get_global_step(graph: Any = None) -> Any:
    """The variable that counts training steps, or None."""
    steps = (graph or rt.get_default_graph()).get_collection(GraphKeys.GLOBAL_STEP)
    return steps[0] if steps else None


def get_or_create_global_step(graph: Any = None) -> Any:
    """The variable that counts training steps, made if there is none."""
    known = get_global_step(graph)
    return create_global_step(graph) if known is None else known


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the step counter in a session."""
    return int(sess.run(global_step_tensor))


def get_local_variable(name: str, *args: Any, **kwargs: Any) -> Any:
    """As `get_variable`, for a variable that is not saved or trained."""
    kwargs.update(trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
    return rt.get_variable(name, *args, **kwargs)


def make_template(name_: str, func_: Callable[..., Any], **fixed: Any) -> Callable[..., Any]:
    """A function whose `get_variable` calls make variables the first time and share them from then on.

    Args:
        name_: the variable scope.
        func_: the function.
        **fixed: arguments that stay the same.
    """
    scope: list[Any] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        """The function in the variable scope of its first call, whose variables all calls share."""
        if scope:
            with rt.variable_scope(scope[0], reuse=rt.AUTO_REUSE):
                return func_(*args, **fixed, **kwargs)
        with rt.variable_scope(None, default_name=name_, reuse=rt.AUTO_REUSE) as opened:
            scope.append(opened)
            return func_(*args, **fixed, **kwargs)

    return call


@contextlib.contextmanager
def unchanged(*args: Any, **kwargs: Any) -> Iterator[None]:
    """A context that changes nothing."""
    yield


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor whose three parts are fed when the graph runs, as a `SparseTensorValue` or a tuple.

    Args:
        dtype: of the elements.
        shape: of the whole, as far as it is known.
        name: for the operations.
    """
    rank = shapes.as_shape(shape).rank
    with rt.name_scope(name or "SparsePlaceholder"):
        values = rt.placeholder(dtype, [None], "values")
        indices = rt.placeholder(rt.int64, [None, rank], "indices")
        return SparseTensor(indices, values, rt.placeholder(rt.int64, [rank], "shape"))
