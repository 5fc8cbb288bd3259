"""What a call costs: sessions, compiled functions, loops and branches beside bare numpy and TensorFlow.

python -m benchmarks.runtime_calls
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import runtime as rt
from benchmarks.harness import Group, Peer, run

VECTOR = np.arange(10, dtype=np.float32)
SCALAR = np.float32(3)
CHAIN = 100
NEWTON_TARGET, NEWTON_TOLERANCE = 1e6, 1e-12


@functools.cache
def tensorflow() -> Any:
    """TensorFlow, or None where it is not installed."""
    if importlib.util.find_spec("tensorflow") is None:
        return None
    import tensorflow

    return tensorflow


# ---------------------------------------------------------------------------------------------- one op


def session_peers(value: Any) -> Iterator[Peer]:
    with rt.Graph().as_default() as graph:
        x = rt.placeholder(rt.float32, np.shape(value))
        y = x + 1.0
    session = rt.Session(graph=graph)
    call = session.make_callable(y, [x])
    yield Peer("Session.run", lambda: session.run(y, {x: value}))
    yield Peer("Session.make_callable", lambda: call(value))


def function_peers(value: Any, body: Callable[[Any], Any]) -> Iterator[Peer]:
    tensor = rt.constant(value)
    compiled = rt.function(body)
    concrete = compiled.get_concrete_function(tensor)
    yield Peer("eager", lambda: body(tensor))
    yield Peer("function", lambda: compiled(tensor))
    yield Peer("function of numpy", lambda: compiled(value))
    yield Peer("concrete function", lambda: concrete(tensor))


def tensorflow_peers(value: Any, body: Callable[[Any], Any]) -> Iterator[Peer]:
    tf = tensorflow()
    if tf is None:
        return
    tensor = tf.constant(value)
    compiled = tf.function(body)
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, np.shape(value))
        y = body(x)
    session = tf.compat.v1.Session(graph=graph)
    yield Peer("tensorflow eager", lambda: body(tensor))
    yield Peer("tensorflow function", lambda: compiled(tensor))
    yield Peer("tensorflow Session.run", lambda: session.run(y, {x: value}))


def one_op() -> Iterator[Group]:
    def body(x: Any) -> Any:
        return x + 1.0

    one = np.float32(1)
    for title, value in (("x + 1 on float32[10]", VECTOR), ("x + 1 on a float32", SCALAR)):
        bare = Peer("numpy", lambda value=value: value + one)  # type: ignore[misc]
        peers = [bare, *session_peers(value), *function_peers(value, body), *tensorflow_peers(value, body)]
        yield Group(title, peers)


def many_ops() -> Iterator[Group]:
    def body(x: Any) -> Any:
        for _ in range(CHAIN // 2):
            x = x * 0.5 + 1.0
        return x

    half, one = np.float32(0.5), np.float32(1)

    def bare(x: Any) -> Any:
        for _ in range(CHAIN // 2):
            x = x * half + one
        return x

    for title, value in ((f"{CHAIN} ops on float32[10]", VECTOR), (f"{CHAIN} ops on a float32", SCALAR)):
        numpy = Peer("numpy", lambda value=value: bare(value))  # type: ignore[misc]
        peers = [numpy, *function_peers(value, body), *tensorflow_peers(value, body)]
        yield Group(title, peers, CHAIN, "op")


# ---------------------------------------------------------------------------------------------- control flow


def collatz(library: Any, start: Any) -> Any:
    """The number of steps from `start` to 1, with a branch in a loop."""

    def step(n: Any, steps: Any) -> Any:
        return library.cond(library.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1), steps + 1

    return library.while_loop(lambda n, steps: library.not_equal(n, 1), step, (start, 0))[1]


def collatz_in_python(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def newton(library: Any, a: Any) -> Any:
    """The cube root of `a` by Newton's method, float64."""

    def error(x: Any) -> Any:
        return library.abs(x * x * x - a)

    def step(x: Any) -> Any:
        return (x - (x * x * x - a) / (3.0 * x * x),)

    return library.while_loop(lambda x: error(x) > NEWTON_TOLERANCE * a, step, (a,))[0]


def newton_in_numpy(a: Any) -> Any:
    x, three, tolerance = a, np.float64(3), np.float64(NEWTON_TOLERANCE)
    while abs(x * x * x - a) > tolerance * a:
        x = x - (x * x * x - a) / (three * x * x)
    return x


def loop_peers(work: Callable[[Any, Any], Any], value: Any) -> Iterator[Peer]:
    compiled, tensor = rt.function(lambda x: work(rt, x)), rt.constant(value)
    yield Peer("function", lambda: compiled(tensor))
    tf = tensorflow()
    if tf is not None:
        other, other_tensor = tf.function(lambda x: work(tf, x)), tf.constant(value)
        yield Peer("tensorflow function", lambda: other(other_tensor))


def loops() -> Iterator[Group]:
    start = 27
    python = Peer("python", lambda: collatz_in_python(start))
    yield Group(
        "Collatz steps from 27", [python, *loop_peers(collatz, np.int64(start))], collatz_in_python(start), "turn"
    )
    a = np.float64(NEWTON_TARGET)
    yield Group("cube root by Newton", [Peer("numpy", lambda: newton_in_numpy(a)), *loop_peers(newton, a)])


# ---------------------------------------------------------------------------------------------- first calls


def first_calls() -> Iterator[Group]:
    """Tracing, planning and compiling."""

    def body(x: Any) -> Any:
        for _ in range(CHAIN // 2):
            x = x * 0.5 + 1.0
        return x

    tensor = rt.constant(VECTOR)
    peers = [Peer("function", lambda: rt.function(body)(tensor))]
    tf = tensorflow()
    if tf is not None:
        other = tf.constant(VECTOR)
        peers.append(Peer("tensorflow function", lambda: tf.function(body)(other)))
    yield Group(f"first call of {CHAIN} ops", peers, CHAIN, "op")


def groups() -> Iterator[Group]:
    """All groups, for the common runner."""
    for make in (one_op, many_ops, loops, first_calls):
        yield from make()


if __name__ == "__main__":
    run(groups())
