"""A backend that runs both arms of every condition and selects: it proves that the operators' state is complete.

Ops are recorded as Python functions in the order of their making. A run of a graph goes through all of them; an arm
that is not selected may fail and may print, and nothing of it is kept.
"""

import contextlib
import operator

import numpy as np

from autograph.operators import backend
from autograph.operators.backend import Backend
from autograph.operators.standin import resolve
from autograph.operators.tensor_type import TensorType, join_shapes


class DType:
    """A dtype that only its name tells apart."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, DType) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name


BOOL, INT, FLOAT, STRING, LIST = map(DType, ("bool", "int32", "float32", "string", "list"))
DEEPEST = 9
LONGEST = 3_000
NUMPY = {"bool": np.bool_, "int32": np.int32, "float32": np.float32, "string": object, "list": object}


class Op:
    """A step of a graph: a function of values, and whether it acts."""

    def __init__(self, run, inputs, outputs, acts):
        self.run, self.inputs, self.outputs, self.acts = run, inputs, outputs, acts


class Graph:
    """Steps in order, with inputs and outputs."""

    def __init__(self, outer):
        self.outer, self.ops, self.inputs, self.outputs = outer, [], [], []

    def execute(self, values, env, printed):
        """Runs every step; a pure step that fails spoils only what depends on it."""
        env = env.new_child(dict(zip(map(id, self.inputs), values, strict=True)))
        for op in self.ops:
            try:
                results = op.run([env[id(t)] for t in op.inputs], env, printed)
            except Exception as error:
                if op.acts:
                    raise
                results = [Spoiled(error)] * len(op.outputs)
            env.update(zip(map(id, op.outputs), results, strict=True))
        return [env[id(t)] for t in self.outputs]


class Spoiled:
    """The value of a step that failed."""

    def __init__(self, error):
        self.error = error


def good(values):
    for value in values:
        if isinstance(value, Spoiled):
            raise value.error
    return values


class Tensor:
    """A value of a run."""

    __hash__ = object.__hash__
    __array_priority__ = 100
    __autograph_do_not_convert__ = True
    weak = False

    def __init__(self, graph, dtype, shape):
        self.graph, self.dtype, self.shape = graph, dtype, shape

    def __repr__(self):
        return f"<{self.dtype} {self.shape}>"

    def __bool__(self):
        raise TypeError("a symbolic tensor has no truth value")

    def __iter__(self):
        if not self.shape or self.shape[0] is None:
            raise TypeError("only a tensor with a known number of rows can be iterated over")
        return (self[i] for i in range(self.shape[0]))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return record(lambda x: x[index], [self], self.dtype, shape_of_part(self.shape, index))
        return record(lambda x, i: x[i], [self, index], self.dtype, None if self.shape is None else self.shape[1:])


def shape_of_part(shape, index):
    if shape and shape[0] is None:
        return shape if isinstance(index, slice) else shape[1:]
    return np.empty(shape)[index].shape


def record(function, inputs, dtype, shape, *, acts=False):
    """One step with one output, in the graph that is being built."""
    tensors = [SELECT.convert(x) for x in inputs]
    run = lambda values, env, printed: [as_value(function(*good(values)), dtype)]
    return many(run, tensors, [(dtype, shape)], acts)[0]


def many(run, tensors, types, acts=False):
    graph = SELECT.graph
    outputs = [Tensor(graph, dtype, shape) for dtype, shape in types]
    if tensors and all(t.weak for t in tensors):
        for output in outputs:
            output.weak = True
    graph.ops.append(Op(run, tensors, outputs, acts))
    return outputs


def as_value(value, dtype):
    return value if dtype in (LIST, STRING) else np.asarray(value, NUMPY[dtype.name])


def floats(a, b):
    """A Python float makes an int beside it a float."""
    if {a.dtype, b.dtype} == {INT, FLOAT} and (a if a.dtype == FLOAT else b).weak:
        return TensorType(FLOAT, join_shapes(a.shape, b.shape))
    return None


def arithmetic(function, kind=None):
    def apply(a, b):
        a, b = (v._as_tensor() if hasattr(v, "_as_tensor") else v for v in (a, b))
        x, y = SELECT.tensor_type(a) or SELECT.number_type(a), SELECT.tensor_type(b) or SELECT.number_type(b)
        joined = SELECT.join_types(x, y) or floats(x, y)
        if joined is None:
            raise TypeError(f"{x} and {y} do not mix")
        shape = x.shape if y.shape == () else y.shape if x.shape == () else join_shapes(x.shape, y.shape)
        dtype = kind or (FLOAT if function is operator.truediv else joined.dtype)
        operands = [SELECT.convert(a, joined), SELECT.convert(b, joined)]
        for operand, given in zip(operands, (a, b), strict=True):
            if operand is not given:
                operand.weak = joined.weak
        return record(function, operands, dtype, shape)

    return apply


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "xor", "lshift", "rshift"):
    _apply = arithmetic(getattr(operator, _name, None) or getattr(operator, f"{_name}_"))
    setattr(Tensor, f"__{_name}__", _apply)
    setattr(Tensor, f"__r{_name}__", lambda self, other, apply=_apply: apply(other, self))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Tensor, f"__{_name}__", arithmetic(getattr(operator, _name), BOOL))
Tensor.__neg__ = lambda self: 0 - self
Tensor.__abs__ = lambda self: record(np.abs, [self], self.dtype, self.shape)
Tensor.__or__ = Tensor.__ror__ = arithmetic(operator.or_)
Tensor.__invert__ = lambda self: record(np.invert, [self], self.dtype, self.shape)


class SelectBackend(Backend):
    """See the module."""

    activity = ("always",)

    def __init__(self):
        self.graph = None
        self.around = []

    # what a value is

    def can_stage(self):
        return self.graph is not None

    def current_graph(self):
        return self.graph

    def outlives_trace(self, graph):
        return True

    def is_symbolic(self, value):
        return isinstance(value, Tensor)

    is_tensor = is_symbolic

    def tensor_type(self, value):
        if isinstance(value, Tensor):
            return TensorType(value.dtype, value.shape, value.weak)
        return TensorType(DType(value.dtype.name), value.shape) if isinstance(value, np.ndarray) else None

    def held_type(self, value):
        return None

    def composite(self, value):
        return None

    def has_rows(self, value):
        return False

    def elements(self, value):
        return None

    def static_truth(self, tensor):
        return None

    def shape(self, value):
        return tuple(value)

    def number_type(self, value):
        names = {bool: BOOL, int: INT, float: FLOAT, str: STRING, bytes: STRING}
        return TensorType(names[type(value)], (), weak=True)

    def join_types(self, a, b):
        dtype = a.dtype
        if a.dtype != b.dtype:
            if {a.dtype, b.dtype} != {INT, FLOAT} or not (a.weak or b.weak):
                return None
            if not (a.weak and b.weak) and (a if a.weak else b).dtype == FLOAT:
                return None
            dtype = FLOAT
        return TensorType(dtype, join_shapes(a.shape, b.shape), a.weak and b.weak)

    # graphs

    def open_graph(self, name, near=None):
        self.around.append(self.graph)
        self.graph = Graph(self.graph)
        return self.graph

    def close_graph(self, graph):
        assert self.graph is graph
        self.graph = self.around.pop()

    @contextlib.contextmanager
    def building(self, graph):
        before, self.graph = self.graph, graph
        try:
            yield
        finally:
            self.graph = before

    def placeholder(self, graph, type, name):
        tensor = Tensor(graph, type.dtype, type.shape)
        tensor.weak = type.weak
        graph.inputs.append(tensor)
        return tensor

    def set_outputs(self, graph, outputs):
        assert all(self.is_visible(t, graph) for t in outputs)
        graph.outputs = list(outputs)

    def is_visible(self, tensor, graph):
        while graph is not None and graph is not tensor.graph:
            graph = graph.outer
        return graph is not None

    def splice(self, graph, outputs):
        return None

    def is_idle(self, graph):
        return not any(op.acts for op in graph.ops)

    def cond(self, test, arms):
        def run(values, env, printed):
            outcomes = []
            for arm in arms:
                log = []
                try:
                    outcomes.append((arm.execute([], env, log), log, None))
                except Exception as error:
                    outcomes.append(([], log, error))
            outputs, log, error = outcomes[0 if good(values)[0] else 1]
            printed += log
            if error is not None:
                raise error
            return outputs

        pairs = zip(arms[0].outputs, arms[1].outputs, strict=True)
        types = [(a.dtype, join_shapes(a.shape, b.shape)) for a, b in pairs]
        return many(run, [self.convert(test)], types, acts=True)

    def loop(self, body, inputs, options):
        def run(values, env, printed):
            for _ in range(LONGEST):
                if not good(values[:1])[0]:
                    return values
                values = body.execute(values, env, printed)
            raise RuntimeError("both arms run, so that a loop of the other arm may not end by itself")

        return many(run, list(inputs), [(t.dtype, t.shape) for t in body.inputs], acts=True)

    def call(self, graph, inputs, types):
        def run(values, env, printed):
            depth = env.get("depth", 0) + 1
            if depth > DEEPEST:
                raise RecursionError("both arms run, so that every recursion goes on until it is stopped")
            return graph.execute(values, env.new_child({"depth": depth}), printed)

        return many(run, list(inputs), [(t.dtype, t.shape) for t in types], acts=True)

    def captures(self, graph):
        return []

    def capture(self, graph, tensors):
        pass

    def mark(self):
        return None

    def after_effects(self, mark, tensors):
        return list(tensors)

    # tensors

    def convert(self, value, type=None):
        value = resolve(value)
        if hasattr(value, "_as_tensor"):
            return value._as_tensor()
        if isinstance(value, Tensor):
            if type is None or value.dtype == type.dtype:
                return value
            return record(lambda x: x, [value], type.dtype, value.shape)
        found = type or self.number_type(value) if np.isscalar(value) else self.tensor_type(np.asarray(value))
        dtype = found.dtype
        constant = many(lambda values, env, printed: [as_value(value, dtype)], [], [(dtype, np.shape(value))])[0]
        constant.weak = type is None and isinstance(value, bool | int | float)
        return constant

    def zeros(self, type):
        if type.dtype == LIST:
            return self.list_from([], None)
        sizes = [size or 0 for size in type.shape or ()]
        zero = "" if type.dtype == STRING else np.zeros(sizes, NUMPY[type.dtype.name])
        return many(lambda values, env, printed: [zero], [], [(type.dtype, type.shape)])[0]

    def set_weak(self, tensor, weak):
        tensor.weak = weak
        return tensor

    def truth(self, tensor):
        return tensor if tensor.dtype == BOOL else tensor != ("" if tensor.dtype == STRING else 0)

    def logical_not(self, tensor):
        return record(np.logical_not, [tensor], BOOL, ())

    def logical_and(self, a, b):
        return record(np.logical_and, [a, b], BOOL, ())

    def logical_or(self, a, b):
        return record(np.logical_or, [a, b], BOOL, ())

    def equal(self, a, b):
        return a == b

    def less(self, a, b):
        return a < b

    def any(self, tensor):
        return record(np.any, [tensor], BOOL, ())

    def minimum(self, a, b):
        return arithmetic(np.minimum)(a, b)

    def maximum(self, a, b):
        return arithmetic(np.maximum)(a, b)

    def cast(self, value, dtype):
        return record(lambda x: x.astype(NUMPY[dtype]), [value], DType(dtype), value.shape)

    def round(self, value, digits):
        return record(lambda x: np.round(x, digits or 0), [value], INT if digits is None else value.dtype, value.shape)

    def length(self, tensor):
        return record(len, [tensor], INT, ())

    def item(self, tensor, index):
        return tensor[index]

    def stack(self, items):
        tensors = [self.convert(item) for item in items]
        return record(lambda *xs: np.stack(xs), tensors, tensors[0].dtype, (len(tensors), *tensors[0].shape))

    def take(self, tensor, rows):
        shape = tensor.shape and (None, *tensor.shape[1:])
        return record(lambda x, i: np.asarray(x)[i], [tensor, rows], tensor.dtype, shape)

    def argsort(self, keys):
        return record(lambda x: np.argsort(x, kind="stable").astype(np.int32), [keys], DType("int32"), keys.shape)

    def update(self, tensor, index, value):
        def run(x, v, *i):
            x = x.copy()
            x[i[0] if i else index] = v
            return x

        at = [index] if isinstance(index, Tensor | int) else []
        value = self.convert(value, TensorType(tensor.dtype, None))
        return record(run, [tensor, value, *at], tensor.dtype, tensor.shape)

    # lists: a tuple of items

    def list_type(self):
        return TensorType(LIST, ())

    def list_from(self, items, element):
        return record(lambda *xs: xs, items, LIST, ())

    def list_length(self, handle):
        return record(len, [handle], INT, ())

    def list_append(self, handle, item):
        return record(lambda xs, x: (*xs, x), [handle, item], LIST, ())

    def list_pop(self, handle, element):
        item = record(lambda xs: xs[-1], [handle], element.dtype, element.shape, acts=True)
        return record(lambda xs: xs[:-1], [handle], LIST, ()), item

    def list_get(self, handle, index, element):
        return record(lambda xs, i: xs[i], [handle, index], element.dtype, element.shape, acts=True)

    def list_set(self, handle, index, item):
        def run(xs, i, x):
            items = list(xs)
            items[i] = x
            return tuple(items)

        return record(run, [handle, index, item], LIST, (), acts=True)

    def list_stack(self, handle, element):
        empty = np.zeros((0, *(element.shape or ())), NUMPY[element.dtype.name])
        stack = lambda xs: np.stack(xs) if xs else empty
        return record(stack, [handle], element.dtype, (None, *element.shape))

    # effects

    def check(self, condition, error, message):
        def run(value, *texts):
            if not value:
                raise error(self.filled(message, texts))
            return 0

        record(run, [condition, *self.values(message)], INT, (), acts=True)

    def raise_(self, error, place=None):
        def run():
            raise error

        record(run, [], INT, (), acts=True)

    def print(self, text, end, stream):
        def run(values, env, printed):
            printed.append(self.filled(text, good(values)) + end)
            return []

        many(run, self.values(text), [], acts=True)

    def text(self, text):
        return record(lambda *values: self.filled(text, values), self.values(text), STRING, ())

    def values(self, text):
        return [self.convert(part.value) for part in text if not isinstance(part, str)]

    def filled(self, text, values):
        values = iter(values)
        return "".join(part if isinstance(part, str) else _field(next(values), part) for part in text)


def _field(value, part):
    value = value.item() if hasattr(value, "item") else value
    return format(repr(value) if part.conversion == "r" else value, part.spec)


SELECT = SelectBackend()


@contextlib.contextmanager
def installed():
    """Lets this backend answer the operators."""
    before = backend.install(SELECT)
    try:
        yield SELECT
    finally:
        backend.install(before)
