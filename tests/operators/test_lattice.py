"""Joins of what is known on two paths."""

import pytest

from autograph.operators.lattice import NONE, UNASSIGNED, Group, Items, Joining, ListOf, Number, Optional, Rows, Static
from autograph.operators.tensor_type import TensorType, join_shapes
from tests.operators.select_backend import FLOAT, INT, SELECT, STRING

INT_TENSOR = TensorType(INT, ())
FLOAT_TENSOR = TensorType(FLOAT, ())
VECTOR = TensorType(INT, (3,))


def number(value):
    return Number(value, SELECT.number_type(value))


def pair(*parts):
    return Group(tuple, ("[0]", "[1]"), parts, tuple)


def join(a, b, **options):
    joining = Joining("x", SELECT.join_types, **options)
    return joining.join(a, b), [(m.name, str(m.left), str(m.right)) for m in joining.mismatches]


def test_equal_specs_are_their_join():
    for spec in (INT_TENSOR, NONE, UNASSIGNED, number(3), pair(number(1), VECTOR), ListOf(Rows(None))):
        assert join(spec, spec) == (spec, [])


def test_one_and_true_are_different_numbers():
    assert number(1) != number(True)
    assert number(0.0) != number(-0.0)
    assert number(float("nan")) == number(float("nan"))


def test_numbers_promote():
    assert join(number(1), number(2)) == (TensorType(INT, (), weak=True), [])
    assert join(number(1), number(2.5)) == (TensorType(FLOAT, (), weak=True), [])


def test_a_number_takes_a_tensors_dtype():
    assert join(number(1), FLOAT_TENSOR) == (FLOAT_TENSOR, [])
    assert join(INT_TENSOR, number(1)) == (INT_TENSOR, [])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (INT_TENSOR, FLOAT_TENSOR),
        (INT_TENSOR, number(0.5)),
        (number(True), number(1)),
        (number("a"), INT_TENSOR),
        (NONE, pair(NONE, NONE)),
        (Static(len), Static(abs)),
        (UNASSIGNED, Static(len)),
        (pair(NONE, NONE), Group(list, ("[0]", "[1]"), (NONE, NONE), list)),
    ],
    ids=str,
)
def test_what_does_not_join_is_noted(a, b):
    for left, right in ((a, b), (b, a)):
        joined, mismatches = join(left, right)
        assert joined == left
        assert [name for name, *_ in mismatches] == ["x"]


def test_shapes_that_differ_become_unknown():
    assert join_shapes((2, 3), (2, 4)) == (2, None)
    assert join_shapes((2, 3), (2,)) is None
    assert join(VECTOR, TensorType(INT, (4,))) == (TensorType(INT, (None,)), [])


def test_missing_values_become_optional():
    assert join(UNASSIGNED, INT_TENSOR) == (Optional(INT_TENSOR, unbound=True, none=False), [])
    assert join(number(1), NONE) == (Optional(TensorType(INT, (), weak=True), unbound=False, none=True), [])
    assert join(UNASSIGNED, NONE) == (Optional(None, unbound=True, none=True), [])


def test_optionals_join_with_everything_that_fits():
    optional = Optional(INT_TENSOR, unbound=True, none=False)
    assert join(optional, NONE) == (Optional(INT_TENSOR, unbound=True, none=True), [])
    assert join(VECTOR, optional) == (Optional(TensorType(INT, None), unbound=True, none=False), [])
    assert join(optional, FLOAT_TENSOR)[1]


def test_the_compilers_own_variable_is_never_read_unbound():
    assert join(UNASSIGNED, INT_TENSOR, trusted=True) == (INT_TENSOR, [])
    assert join(pair(number(1), NONE), UNASSIGNED, trusted=True) == (pair(number(1), NONE), [])


def test_groups_join_part_by_part_and_name_the_part():
    joined, mismatches = join(pair(number(1), INT_TENSOR), pair(number(2), FLOAT_TENSOR))
    assert joined.parts[0] == TensorType(INT, (), weak=True)
    assert [name for name, *_ in mismatches] == ["x[1]"]


def test_an_unbound_group_is_unbound_in_its_parts():
    joined, mismatches = join(UNASSIGNED, pair(number(1), VECTOR))
    assert mismatches == []
    assert all(isinstance(part, Optional) and part.unbound for part in joined.parts)


def test_lists_of_equal_length_join_by_item_and_others_become_rows():
    short, long = ListOf(Items((INT_TENSOR,))), ListOf(Items((number(1), INT_TENSOR)))
    assert join(short, ListOf(Items((number(1),)))) == (short, [])
    assert join(short, long) == (ListOf(Rows(INT_TENSOR)), [])
    assert join(ListOf(Items(())), ListOf(Items((number(2),)))) == (ListOf(Rows(TensorType(INT, (), weak=True))), [])


def test_items_of_two_kinds_are_noted():
    text = TensorType(STRING, ())
    assert join(ListOf(Items((text,))), ListOf(Items((INT_TENSOR, INT_TENSOR))))[1] == [
        ("x[item]", str(text), str(INT_TENSOR)),
        ("x[item]", str(text), str(INT_TENSOR)),
    ]


def test_join_is_commutative_and_associative_on_tensors():
    specs = [number(1), number(2.5), FLOAT_TENSOR, NONE, UNASSIGNED, TensorType(FLOAT, (None,))]
    for a in specs:
        for b in specs:
            assert join(a, b)[0] == join(b, a)[0]
            for c in specs:
                assert join(join(a, b)[0], c)[0] == join(a, join(b, c)[0])[0]
