"""Module: what it owns, and its name scope."""

import pytest

from runtime.module import Module
from runtime.variables import Variable


class Inner(Module):
    def __init__(self, name=None):
        super().__init__(name)
        with self.name_scope:
            self.v = Variable(1.0, name="v")

    @Module.with_name_scope
    def make(self):
        """Makes a variable."""
        return Variable(1.0, name="q")


class OuterOfAll(Module):
    def __init__(self):
        super().__init__()
        self.w = Variable(1.0, name="w")
        self.b = [Variable(1.0, name="b", trainable=False), self.w]
        self.inner = {"z": Inner(), "itself": self}
        self.a = Variable(2.0, name="a")
        self.text = "no variable"


def names(variables):
    return [v.name for v in variables]


def test_variables_are_found_by_sorted_attribute_and_inner_ones_last():
    module = OuterOfAll()
    assert names(module.variables) == ["a:0", "b:0", "w:0", "inner/v:0"]
    assert names(module.trainable_variables) == ["a:0", "w:0", "inner/v:0"]
    assert names(module.non_trainable_variables) == ["b:0"]


def test_submodules_are_found_at_any_depth():
    module = OuterOfAll()
    assert module.submodules == (module.inner["z"],)


def test_names_are_in_snake_case_or_given():
    assert OuterOfAll().name == "outer_of_all"
    assert Inner("MyName").name == "MyName"
    assert type("HTTPServer2Go", (Module,), {})().name == "http_server2_go"
    with pytest.raises(ValueError, match="'9a' is not a valid module name"):
        Inner("9a")


def test_a_method_can_run_in_the_name_scope():
    module = Inner()
    assert module.make().name == "inner/q:0"
    assert Inner.make.__doc__ == "Makes a variable."


def test_attributes_can_be_left_out():
    class Careful(OuterOfAll):
        _ATTRIBUTES_WITHOUT_VARIABLES = frozenset({"inner", "b"})

    assert names(Careful().variables) == ["a:0", "w:0"]


def test_the_name_scope_has_a_name_and_can_be_entered_again():
    module = Module("outer")
    scope = module.name_scope
    assert scope.name == "outer/"
    with scope as first, scope as second:
        made = Variable(1.0, name="v")
    assert (first, second, made.name) == ("outer/", "outer/", "outer/v:0")
    with pytest.raises(KeyError), scope:
        raise KeyError
    assert Variable(1.0, name="v").name == "v:0"
