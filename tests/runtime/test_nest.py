"""Nested structures."""

import collections
import dataclasses
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime import nest

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass(frozen=True)
class Pair:
    right: typing.Any
    left: typing.Any


class Attrs:
    """Like a class made with the attrs package."""

    __attrs_attrs__ = (type("A", (), {"name": "b"}), type("A", (), {"name": "a"}))

    def __init__(self, b, a):
        self.b, self.a = b, a

    def __eq__(self, other):
        return (self.a, self.b) == (other.a, other.b)


class Items(list):
    """A list of the user's own."""


STRUCTURES = [
    (7, [7]),
    (None, [None]),
    ("text", ["text"]),
    ([1, [2, [3]]], [1, 2, 3]),
    ((), []),
    ([[], {}], []),
    ({"b": 1, "a": (2, None)}, [2, None, 1]),
    ({1: "one", "a": "A"}, ["one", "A"]),
    (Point(1, {"z": 2, "y": 3}), [1, 3, 2]),
    (Pair([1, 2], 3), [1, 2, 3]),
    pytest.param(Attrs(1, [2]), [1, 2], id="Attrs"),
    (Items([1, 2]), [1, 2]),
    (collections.OrderedDict([("b", 1), ("a", 2)]), [2, 1]),
    (collections.defaultdict(int, b=1, a=2), [2, 1]),
]


@pytest.mark.parametrize(("structure", "leaves"), STRUCTURES, ids=repr)
def test_a_structure_flattens_and_packs_back(structure, leaves):
    assert nest.flatten(structure) == leaves
    packed = nest.pack_sequence_as(structure, leaves)
    assert packed == structure
    assert type(packed) is type(structure)
    assert nest.is_nested(structure) == (leaves != [structure])
    nest.assert_same_structure(structure, packed)


def test_dictionaries_keep_the_order_and_type_of_the_original():
    packed = nest.pack_sequence_as({"b": 0, "a": 0}, [1, 2])
    assert list(packed.items()) == [("b", 2), ("a", 1)]
    assert nest.pack_sequence_as(collections.defaultdict(list, a=0), [1]).default_factory is list


def test_paths_lead_to_the_leaves():
    structure = {"a": [Point(1, 2)], "b": Pair(3, 4)}
    assert nest.flatten_with_paths(structure) == [
        (("a", 0, "x"), 1),
        (("a", 0, "y"), 2),
        (("b", "right"), 3),
        (("b", "left"), 4),
    ]


def test_a_function_maps_over_several_structures():
    assert nest.map_structure(lambda x, y: x + y, {"a": [1, 2]}, {"a": [10, 20]}) == {"a": [11, 22]}
    assert nest.map_structure(lambda x, y: x + y, [1, 2], (1, 2), check_types=False) == [2, 4]


DIFFERENT = [
    ([1, 2], [1, [2]], ValueError, 'Substructure "type=list str=\\[2\\]" is a sequence, while substructure "type=int'),
    ([1, 2], (1, 2), TypeError, "don't have the same sequence type.* has type list, while .* has type tuple"),
    ([1, 2], [1, 2, 3], ValueError, "don't have the same number of elements"),
    ({"a": 1}, {"b": 1}, ValueError, "don't have the same set of keys. First structure has keys \\['a'\\]"),
    ({"a": 1}, 1, ValueError, 'Substructure "type=dict'),
    (Point(1, 2), (1, 2), TypeError, "has type Point, while .* has type tuple"),
    ([1, {"a": [1]}], [1, {"a": [1, 2]}], ValueError, "Entire first structure:\n\\[., {'a': \\[.\\]}\\]"),
]


@pytest.mark.parametrize(("first", "second", "error", "text"), DIFFERENT, ids=repr)
def test_what_differs_is_said(first, second, error, text):
    with pytest.raises(error, match=text) as caught:
        nest.assert_same_structure(first, second)
    assert "The two structures don't have the same nested structure.\n\nFirst structure: type=" in str(caught.value)


def test_types_may_be_left_unchecked():
    nest.assert_same_structure([1, (2,)], (1, [2]), check_types=False)


def test_mappings_and_equal_named_tuples_are_of_one_type():
    nest.assert_same_structure({"a": 1}, collections.OrderedDict(a=1))
    nest.assert_same_structure(Point(1, 2), collections.namedtuple("Point", "x y")(3, 4))


@pytest.mark.parametrize(
    ("structure", "leaves", "error", "text"),
    [
        ([1, 2], [1], ValueError, "Structure had 2 atoms, but flat_sequence had 1 items"),
        ([1, 2], [1, 2, 3], ValueError, "had 2 atoms, but flat_sequence had 3"),
        (1, [1, 2], ValueError, "had 1 atoms, but flat_sequence had 2"),
        ([1], 5, TypeError, "Attempted to pack value 5"),
    ],
)
def test_packing_needs_as_many_leaves(structure, leaves, error, text):
    with pytest.raises(error, match=text):
        nest.pack_sequence_as(structure, leaves)


def test_mapping_needs_a_function_and_a_structure():
    with pytest.raises(TypeError, match="func must be callable, got: 3"):
        nest.map_structure(3, [1])
    with pytest.raises(ValueError, match="at least one structure"):
        nest.map_structure(len)


structures = st.recursive(
    st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=2), inner),
)


@given(structures)
def test_mapping_the_identity_changes_nothing(structure):
    assert nest.map_structure(lambda leaf: leaf, structure) == structure
    assert [leaf for _, leaf in nest.flatten_with_paths(structure)] == nest.flatten(structure)
