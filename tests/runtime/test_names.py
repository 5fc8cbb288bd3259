"""Names of operations."""

import pytest

from runtime.names import UniqueNames, check_op_name, check_scope_name, nearest, valid_op_name


@pytest.mark.parametrize("name", ["x", "a/b", "A.b-c>d", "0", ".hidden", "a\\b", "x_1"])
def test_tensorflow_takes_these_names(name):
    check_op_name(name)


@pytest.mark.parametrize("name", ["_x", "x y", "x:0", "x$", "é", "", "/x", "-x"])
def test_tensorflow_refuses_these_names(name):
    with pytest.raises(ValueError, match="not a valid operation name"):
        check_op_name(name)


def test_an_inner_scope_may_start_with_an_underscore():
    check_scope_name("_inner", root=False)
    with pytest.raises(ValueError, match="not a valid scope name"):
        check_scope_name("_inner", root=True)


@pytest.mark.parametrize("text", ["<lambda>", "_x", "f.<locals>.g", "", "é", "a b", "__init__"])
def test_any_text_becomes_a_valid_name(text):
    check_op_name(valid_op_name(text))


def test_names_are_given_once_whatever_their_case():
    names = UniqueNames()
    assert [names.take(n) for n in ("x", "x", "X", "x_1", "x")] == ["x", "x_1", "X_2", "x_1_1", "x_3"]


def test_a_number_that_is_taken_is_skipped():
    names = UniqueNames()
    assert [names.take(n) for n in ("x_1", "x", "x")] == ["x_1", "x", "x_2"]


def test_looking_does_not_take():
    names = UniqueNames()
    assert names.take("x", mark=False) == "x"
    assert names.take("x") == "x"
    assert names.take("x", mark=False) == names.take("x") == "x_1"


def test_similar_names_are_offered():
    assert nearest("AddV3", ["AddV2", "Mul"]) == " Did you mean 'AddV2'?"
    assert nearest("zzz", ["AddV2"]) == ""
