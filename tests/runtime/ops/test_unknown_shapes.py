"""What works on an array works on a placeholder of which not even the rank is known, and gives the same."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import compare

A = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)

PROGRAMS = {
    "add": lambda x: x + x[0],
    "adjoint": rt.linalg.adjoint,
    "argsort": rt.argsort,
    "argsort of columns": lambda x: rt.argsort(x, 0, "DESCENDING"),
    "concat": lambda x: rt.concat([x, x], -1),
    "cumsum": lambda x: rt.cumsum(x, 1),
    "diag_part": rt.linalg.diag_part,
    "einsum": lambda x: rt.einsum("ij,jk->ik", x, x),
    "expand_dims": lambda x: rt.expand_dims(x, -1),
    "gather": lambda x: rt.gather(x, [1], axis=-1),
    "gradient of sums": lambda x: rt.gradients(rt.reduce_sum(rt.reduce_sum(x * x, -1) * x), x)[0],
    "gradient of broadcast": lambda x: rt.gradients(x * rt.reduce_mean(x) - x[0], x)[0],
    "lstsq": lambda x: rt.linalg.lstsq(x[:, :1], x),
    "lstsq of a wide matrix": lambda x: rt.linalg.lstsq(x[:1], x[:1]),
    "matmul": lambda x: x @ x,
    "matrix_rank": rt.linalg.matrix_rank,
    "matrix_transpose": rt.linalg.matrix_transpose,
    "matvec": lambda x: rt.linalg.matvec(x, x[0]),
    "norm": rt.linalg.norm,
    "norm along an axis": lambda x: rt.linalg.norm(x, axis=0),
    "norm of a map": lambda x: rt.linalg.norm(x, 2, [-2, -1], keepdims=True),
    "pinv": rt.linalg.pinv,
    "reduce_logsumexp": lambda x: rt.reduce_logsumexp(x, 1),
    "reduce_std": rt.math.reduce_std,
    "repeat": lambda x: rt.repeat(x, 2),
    "repeat rows": lambda x: rt.repeat(x, 3, axis=0),
    "repeat rows unevenly": lambda x: rt.repeat(x, [1, 2], axis=0),
    "scan": lambda x: rt.scan(lambda total, row: total * row, x),
    "sort": rt.sort,
    "sort columns": lambda x: rt.sort(-x, 0),
    "split": lambda x: rt.split(x, 2, 1)[1],
    "squeeze": lambda x: rt.squeeze(x[:1]),
    "stack": lambda x: rt.stack([x, x], -1),
    "tensordot": lambda x: rt.tensordot(x, x, 1),
    "tensordot of all": lambda x: rt.tensordot(x, x, 2),
    "tensordot of none": lambda x: rt.tensordot(x, x, 0),
    "tensordot of named axes": lambda x: rt.tensordot(x, x, [[0], [-1]]),
    "tile": lambda x: rt.tile(x, [1, 2]),
    "transpose": rt.transpose,
    "where": lambda x: rt.where(x > 2.0, x, 0.0),
}


def in_a_session(program, shape):
    with new_graph():
        x = rt.placeholder("float32", shape)
        with rt.Session() as session:
            return session.run(program(x), {x: A})


@pytest.mark.parametrize("shape", [None, [None, None], [2, None]], ids=str)
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_an_unknown_shape_gives_what_the_known_one_gives(program, shape):
    compare(in_a_session(program, shape), in_a_session(program, [2, 2]))


@pytest.mark.parametrize("name", ["reduce_sum", "reduce_max", "reduce_euclidean_norm", "count_nonzero"])
def test_a_reduction_over_everything_is_a_scalar_whatever_the_rank(name):
    with new_graph():
        assert getattr(rt, name)(rt.placeholder("float32")).shape == []


def test_sizes_and_equations_tell_the_shape_of_what_they_give():
    with new_graph():
        x = rt.placeholder("float32")
        assert rt.slice(x, [0, 0], [-1, 3]).shape == [None, 3]
        assert rt.einsum("ij,jk->ik", x, rt.ones([2, 3])).shape == [None, 3]


def test_repeating_along_an_axis_from_the_end_needs_the_rank():
    with new_graph(), pytest.raises(ValueError, match="axis -1, counted from the end, needs a tensor of known rank"):
        rt.repeat(rt.placeholder("float32"), 2, axis=-1)
