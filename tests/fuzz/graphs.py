"""Random graphs: programs of ops, branches and loops over tensors, as data that can be run in several ways and shrunk.

A program computes values one after the other. Each has a number of its own, by which later steps name it; the bodies of
branches and loops see the values around them.
"""

import itertools
import random
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import runtime as rt
from tests.fuzz.graph_ops import DTYPES, OPS, Op

REFUSED = (ValueError, TypeError, rt.errors.OpError)
MOST_ELEMENTS = 60


@dataclass(frozen=True)
class Step:
    """Computes one value, or several.

    Attributes:
        op: what it does.
        inputs: numbers of the values that it takes.
        outputs: numbers of the values that it gives.
        chosen: what else the op takes.
        bodies: of a branch or loop.
    """

    op: Op
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    chosen: tuple[Any, ...] = ()
    bodies: tuple["Program", ...] = ()

    def run(self, values):
        """Adds the new values."""
        given = [values[number] for number in self.inputs]
        new = self.op.compute(values, given, *self.bodies) if self.bodies else [self.op.compute(*given, *self.chosen)]
        values.update(zip(self.outputs, new, strict=True))


@dataclass(frozen=True)
class Program:
    """Steps and results.

    Attributes:
        inputs: number → array; in a body, the numbers of its parameters.
        steps: in order.
        results: numbers of the values that it gives.
    """

    inputs: Any
    steps: tuple[Step, ...]
    results: tuple[int, ...]

    def call(self, values, *arguments):
        """The results; in a body, of the values around and of arguments for the parameters."""
        values = {**values, **dict(zip(self.inputs, arguments, strict=bool(arguments)))}
        for step in self.steps:
            step.run(values)
        return [values[number] for number in self.results]


# ---------------------------------------------------------------------------------------------- branches and loops


def _branch(values, given, then, otherwise):
    return rt.cond(given[0], lambda: then.call(values), lambda: otherwise.call(values))


def _switch(values, given, *bodies):
    return rt.switch_case(given[0], [lambda body=body: body.call(values) for body in bodies])


def _loop(values, given, body):
    limit, *variables = given

    def turn(i, *now):
        following = body.call(values, i, *now)
        return (i + 1, *[rt.ensure_shape(new, old.shape) for new, old in zip(following, now, strict=True)])

    return rt.while_loop(lambda i, *_: i < limit % 4, turn, (rt.constant(0), *variables))[1:]


BRANCH, SWITCH, LOOP = Op("cond", 1, _branch), Op("switch_case", 1, _switch), Op("while_loop", None, _loop)


# ---------------------------------------------------------------------------------------------- making one up


class Maker:
    """Makes up a program step by step; what does not run eagerly is left out."""

    def __init__(self, source, numbers, values):
        self.random, self.numbers, self.values, self.steps = source, numbers, values, []

    def add(self, count, depth):
        """Adds up to `count` steps."""
        for _ in range(count * 4):
            if len(self.steps) < count:
                step = self._control(depth) if depth and self.random.random() < 0.2 else self._plain()
                if step is not None:
                    self._try(step)

    def _try(self, step):
        values = dict(self.values)
        try:
            step.run(values)
        except REFUSED:
            return
        if all(np.size(values[number]) <= MOST_ELEMENTS for number in step.outputs):
            self.steps.append(step)
            self.values = values

    def _pick(self, fits=lambda value: True):
        """The number of a value, rather a late one."""
        numbers = [number for number, value in self.values.items() if fits(value)]
        return numbers[-1 - int(len(numbers) * self.random.random() ** 2)] if numbers else None

    def _partner(self, first):
        """The number of a value that may go with another: as a rule of its dtype, often of its shape."""
        chance = self.random.random()
        if chance < 0.1:
            return self._pick()
        return self._pick(lambda v: v.dtype is first.dtype and (chance > 0.6 or v.shape == first.shape))

    def _new(self, count):
        return tuple(itertools.islice(self.numbers, count))

    def _plain(self):
        before = [step for step in self.steps if not step.bodies]
        if before and self.random.random() < 0.3:
            return self._variation(self.random.choice(before))
        op = self.random.choice(OPS)
        first = self._pick()
        alike = [self._partner(self.values[first]) for _ in range(op.count - 1)]
        numbers = [first, *alike]
        if op.name == "where":
            numbers = [self._pick(lambda value: value.dtype == "bool"), *alike]
        return None if None in numbers else self._plain_step(op, numbers)

    def _variation(self, step):
        """Almost the same step once more: what merges equal steps must not merge the two."""
        numbers = list(step.inputs)
        if self.random.random() < 0.5:
            numbers.reverse()
        return self._plain_step(step.op, numbers)

    def _plain_step(self, op, numbers):
        chosen = op.choose(self.random, *[np.asarray(self.values[number]) for number in numbers])
        return None if chosen is None else Step(op, tuple(numbers), self._new(1), tuple(chosen))

    def _control(self, depth):
        kind = self.random.choice([BRANCH, BRANCH, SWITCH, LOOP, LOOP])
        dtype = "bool" if kind is BRANCH else "int32"
        first = self._pick(lambda value: value.dtype == dtype and value.shape == [])
        if first is None:
            return None
        return self._loop(first, depth) if kind is LOOP else self._branches(kind, first, depth)

    def _body(self, parameters, depth):
        maker = Maker(self.random, self.numbers, {**self.values, **parameters})
        maker.add(self.random.randint(1, 4), depth - 1)
        return maker

    def _branches(self, kind, first, depth):
        makers = [self._body({}, depth) for _ in range(2 if kind is BRANCH else self.random.randint(1, 3))]
        results = [makers[0]._pick() for _ in range(self.random.randint(1, 2))]
        dtypes = [makers[0].values[number].dtype for number in results]
        bodies = [Program((), tuple(makers[0].steps), tuple(results))]
        for maker in makers[1:]:
            results = [maker._pick(lambda value, dtype=dtype: value.dtype is dtype) for dtype in dtypes]
            if None in results:
                return None
            bodies.append(Program((), tuple(maker.steps), tuple(results)))
        return Step(kind, (first,), self._new(len(dtypes)), (), tuple(bodies))

    def _loop(self, limit, depth):
        variables = tuple(self._pick() for _ in range(self.random.randint(1, 3)))
        parameters = self._new(1 + len(variables))
        start = dict(zip(parameters, [rt.constant(0), *[self.values[number] for number in variables]], strict=True))
        maker = self._body(start, depth)
        kinds = [(value.dtype, value.shape) for value in list(start.values())[1:]]
        results = tuple(maker._pick(lambda value, kind=kind: (value.dtype, value.shape) == kind) for kind in kinds)
        body = Program(parameters, tuple(maker.steps), results)
        return Step(LOOP, (limit, *variables), self._new(len(variables)), (), (body,))


def make(seed):
    """The program of a seed."""
    source, numbers = random.Random(seed), itertools.count()
    values = np.random.default_rng(seed)
    inputs = {next(numbers): _array(source, values) for _ in range(source.randint(2, 4))}
    maker = Maker(source, numbers, {number: rt.constant(array) for number, array in inputs.items()})
    maker.add(source.randint(4, 14), depth=2)
    return Program(inputs, tuple(maker.steps), tuple(number for step in maker.steps for number in step.outputs))


def _array(source, numbers):
    dtype = source.choice(DTYPES)
    shape = [source.choice([0, 1, 2, 2, 3, 3]) for _ in range(source.choice([0, 0, 1, 1, 2, 2, 3]))]
    values = numbers.integers(0 if dtype == "uint8" else -4, 5, shape)
    if "float" in dtype and source.random() < 0.7:
        values = np.asarray(values * 0.75)
        if values.size and source.random() < 0.2:
            values.flat[0] = source.choice([np.nan, np.inf, -np.inf])
    return np.asarray(values).astype(dtype)


# ---------------------------------------------------------------------------------------------- ways to run it


def eagerly(program):
    """All results, op by op: number → array."""
    results = program.call({number: rt.constant(array) for number, array in program.inputs.items()})
    return {number: np.asarray(value) for number, value in zip(program.results, results, strict=True)}


def build(program, seed):
    """The program in the open graph, inputs as constants or as placeholders of which more or less is known.

    Returns:
        number → result tensor, and tensor → array for what is to be fed.
    """
    source = random.Random(seed)
    feeds, inputs = {}, {}
    for number, array in program.inputs.items():
        if source.random() < 0.6:
            inputs[number] = rt.placeholder("string" if array.dtype == object else array.dtype, _shape(source, array))
            feeds[inputs[number]] = array
        else:
            inputs[number] = rt.constant(array)
    return dict(zip(program.results, program.call(inputs), strict=True)), feeds


def _shape(source, array):
    known = source.choice(["all", "some", "none"])
    if known == "none":
        return None
    return [size if known == "all" or source.random() < 0.5 else None for size in array.shape]


# ---------------------------------------------------------------------------------------------- shrinking and showing


def shrink(program, fails):
    """A program that fails too, with as few steps as can be had by taking out one after the other.

    What a step computed becomes an input, and inputs that nobody takes go.
    """
    known = eagerly(program)
    for step in reversed(program.steps):
        smaller = _without(program, step, known)
        if fails(smaller):
            program = smaller
    return program


def _without(program, step, known):
    steps = tuple(other for other in program.steps if other is not step)
    results = tuple(number for number in program.results if number not in step.outputs)
    arrays = {**program.inputs, **{number: known[number] for number in step.outputs}}
    used = set(_numbers(steps))
    return replace(program, inputs={n: a for n, a in arrays.items() if n in used}, steps=steps, results=results)


def _numbers(steps):
    for step in steps:
        yield from step.inputs
        for body in step.bodies:
            yield from (*_numbers(body.steps), *body.results)


def text(program, indent=""):
    """The program for people."""
    if isinstance(program.inputs, dict):
        lines = [f"v{number} = {array!r}" for number, array in program.inputs.items()]
    else:
        lines = [f"{indent}def body({_names(program.inputs)}):"]
        indent += "    "
    for step in program.steps:
        given = ", ".join([*map("v{}".format, step.inputs), *map(repr, step.chosen)])
        lines += [text(body, indent) for body in step.bodies]
        lines.append(f"{indent}{_names(step.outputs)} = {step.op.name}({given}{', body' * len(step.bodies)})")
    return "\n".join([*lines, f"{indent}return {_names(program.results)}"])


def _names(numbers):
    return ", ".join(f"v{number}" for number in numbers)
