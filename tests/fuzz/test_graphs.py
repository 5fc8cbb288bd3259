"""Random graphs: whatever way a program runs, it gives what running it op by op gives, to the bit."""

import random

import numpy as np
import pytest

import runtime as rt
from runtime.context import RunContext
from tests.fuzz import graphs
from tests.runtime.helpers import new_graph
from tests.runtime.interpreter import interpret


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(metafunc.config.getoption("--fuzz-programs") // 2))


def compare(expected, results):
    """Fails unless all results are equal: values (NaN included), dtypes, shapes."""
    for number, result in results.items():
        wanted, got = expected[number], np.asarray(result, object if type(result) is bytes else None)
        assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), f"v{number}"
        np.testing.assert_array_equal(got, wanted, err_msg=f"v{number}")


def in_a_session(program, seed):
    with new_graph() as graph:
        tensors, feeds = graphs.build(program, seed)
    return rt.Session(graph=graph).run(tensors, feeds)


def without_a_plan(program, seed):
    """Neither pruned nor folded nor merged."""
    with new_graph() as graph:
        tensors, feeds = graphs.build(program, seed)
    with np.errstate(all="ignore"):
        return dict(zip(tensors, interpret(graph, tensors.values(), feeds, RunContext()), strict=True))


def with_values_fed(program, seed):
    """Some results only, and some values in between are not computed but given."""
    with new_graph() as graph:
        tensors, feeds = graphs.build(program, seed)
    source, known = random.Random(seed), graphs.eagerly(program)
    feeds |= {tensors[number]: known[number] for number in tensors if source.random() < 0.3}
    return rt.Session(graph=graph).run({n: t for n, t in tensors.items() if source.random() < 0.6}, feeds)


def in_a_function(program, seed):
    compiled = rt.function(lambda *inputs: program.call(dict(zip(program.inputs, inputs, strict=True))))
    results = compiled(*[rt.constant(array) for array in program.inputs.values()])
    return {number: np.asarray(value) for number, value in zip(program.results, results, strict=True)}


WAYS = (in_a_session, without_a_plan, with_values_fed, in_a_function)


def problem(program, seed):
    """What goes wrong, as text, or None."""
    expected = graphs.eagerly(program)
    for way in WAYS:
        try:
            compare(expected, way(program, seed))
        except Exception as error:
            return f"{way.__name__}: {type(error).__name__}: {error}"
    return None


def test_every_way_gives_what_eager_execution_gives(seed):
    program = graphs.make(seed)
    if problem(program, seed) is not None:
        smallest = graphs.shrink(program, lambda smaller: problem(smaller, seed) is not None)
        pytest.fail(f"seed {seed}\n{graphs.text(smallest)}\n\n{problem(smallest, seed)}")


def test_programs_hold_ops_branches_and_loops():
    steps = [step for seed in range(100) for step in graphs.make(seed).steps]
    names = {step.op.name for step in steps}
    assert names >= {"cond", "switch_case", "while_loop", "matmul", "gather", "reduce_sum", "reshape", "where"}
    assert len(names) > 60


def test_a_program_is_shrunk_to_the_step_that_fails():
    def fails(program):
        return any(step.op.name == "matmul" for step in program.steps)

    seed = next(seed for seed in range(100) if fails(graphs.make(seed)))
    smallest = graphs.shrink(graphs.make(seed), fails)
    assert [step.op.name for step in smallest.steps] == ["matmul"]
    assert problem(smallest, seed) is None
