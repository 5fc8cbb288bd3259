"""Assertions on tensors: `runtime.debugging`."""

import pytest

import runtime as rt
from runtime import debugging, errors
from tests.runtime.helpers import new_graph

HOLDING = {
    "assert_equal": (1, 1), "assert_none_equal": (1, 2), "assert_less": (1, 2), "assert_less_equal": (1, 1),
    "assert_greater": (2, 1), "assert_greater_equal": (1, 1), "assert_near": (1.0, 1.0 + 1e-7),
    "assert_positive": (1,), "assert_negative": (-1,), "assert_non_negative": (0,), "assert_non_positive": (0,),
}  # fmt: skip
BROKEN = {
    "assert_equal": (1, 2), "assert_none_equal": (1, 1), "assert_less": (1, 1), "assert_less_equal": (2, 1),
    "assert_greater": (1, 1), "assert_greater_equal": (0, 1), "assert_near": (1.0, 1.1),
    "assert_positive": (0,), "assert_negative": (0,), "assert_non_negative": (-1,), "assert_non_positive": (1,),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDING)
def test_what_holds_is_nothing(name):
    assert getattr(debugging, name)(*HOLDING[name]) is None


@pytest.mark.parametrize("name", BROKEN)
def test_what_does_not_hold_is_an_error(name):
    with pytest.raises(errors.InvalidArgumentError, match="did not hold"):
        getattr(debugging, name)(*BROKEN[name])


@pytest.mark.parametrize("name", BROKEN)
def test_symbolic_values_are_checked_when_they_run(name):
    with new_graph() as g:
        operands = [rt.placeholder("float32") for _ in BROKEN[name]]
        op = getattr(debugging, name)(*operands, message="mine")
    session = rt.Session(graph=g)
    session.run(op, dict(zip(operands, HOLDING[name])))
    with pytest.raises(errors.InvalidArgumentError, match=r"\[mine\] \[Condition .* did not hold element-wise:\]"):
        session.run(op, dict(zip(operands, BROKEN[name])))


def test_the_error_shows_where_and_what():
    with pytest.raises(errors.InvalidArgumentError) as caught:
        debugging.assert_equal([1, 2, 4], [1, 3, 4], message="mine")
    assert str(caught.value) == (
        "mine\nCondition x == y did not hold.\nIndices of first 1 different values:\n[[1]]\n"
        "Corresponding x values:\n[2]\nCorresponding y values:\n[3]\n"
        "First elements of x:\n[1 2 4]\nFirst elements of y:\n[1 3 4]"
    )


def test_what_is_known_to_fail_fails_when_the_graph_is_built():
    with new_graph(), pytest.raises(errors.InvalidArgumentError, match="x < y did not hold"):
        debugging.assert_less(rt.constant(2), 1)


def test_ranks_are_checked_statically_or_when_they_run():
    debugging.assert_rank([1], 1)
    debugging.assert_rank_at_least([[1]], 1)
    debugging.assert_rank_in([1], [0, 1])
    with pytest.raises(ValueError, match=r"must have rank 2. Received rank 1, shape \(1,\)"):
        debugging.assert_rank([1], 2)
    with pytest.raises(ValueError, match="rank at least 2. Received rank 1"):
        debugging.assert_rank_at_least([1], 2)
    with pytest.raises(ValueError, match=r"rank in \(2, 3\). Received rank 1"):
        debugging.assert_rank_in([1], [2, 3])
    with new_graph() as g:
        x = rt.placeholder("float32")
        ops = [debugging.assert_rank(x, 1), debugging.assert_rank_in(x, [1, 2])]
    rt.Session(graph=g).run(ops, {x: [1.0]})
    with pytest.raises(errors.InvalidArgumentError, match="Received rank"):
        rt.Session(graph=g).run(ops, {x: 1.0})


def test_scalars_types_and_integers():
    assert int(debugging.assert_scalar(3)) == 3
    debugging.assert_type([1], "int32")
    debugging.assert_integer([1])
    assert debugging.is_numeric_tensor(rt.constant(1.0))
    assert not debugging.is_numeric_tensor(rt.constant("a"))
    with pytest.raises(ValueError, match=r"Expected scalar shape, saw shape: \(1,\)"):
        debugging.assert_scalar([3])
    with pytest.raises(TypeError, match="must be of type float32, not int32"):
        debugging.assert_type([1], "float32")
    with pytest.raises(TypeError, match="integer type.*float32"):
        debugging.assert_integer([1.0])


def test_shapes_are_checked_against_each_other():
    x, y = rt.zeros([2, 3]), rt.zeros([2])
    debugging.assert_shapes([(x, ("N", 3)), (y, ("N",))])
    debugging.assert_shapes([(x, ("*", 3)), (x, (2, ...)), (x, (".", None))])
    with pytest.raises(ValueError, match="expected size 2 for 'N', got 3"):
        debugging.assert_shapes([(y, ("N",)), (x, (None, "N"))])
    with pytest.raises(ValueError, match="must have rank 1. Received rank 2"):
        debugging.assert_shapes({x.ref(): ("N",)})
    with new_graph() as g:
        z = rt.placeholder("float32", [None, 3])
        op = debugging.assert_shapes([(z, ("N", 3)), (y, ("N",))])
    rt.Session(graph=g).run(op, {z: [[1.0, 2.0, 3.0]] * 2})
    with pytest.raises(errors.InvalidArgumentError, match=r"Size 'N' of dimension 0:"):
        rt.Session(graph=g).run(op, {z: [[1.0, 2.0, 3.0]]})


def test_infinities_and_nans_are_found():
    assert debugging.check_numerics([1.0], "loss").tolist() == [1.0]
    for check in (debugging.check_numerics, debugging.assert_all_finite):
        with pytest.raises(errors.InvalidArgumentError, match="loss.*NaN"):
            check([float("nan")], "loss")
