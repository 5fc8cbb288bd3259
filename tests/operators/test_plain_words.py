"""What errors say of things that Python takes and graphs do not: each in the words of the user's program."""

import traceback
import warnings

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import SourceUnavailableError, StagingError


class Keeps:
    @ag.function
    def step(self, x):
        self.kept = x
        return x


def test_a_tensor_left_in_an_attribute_says_what_it_is():
    owner = Keeps()
    owner.step(rt.constant(3))
    shown = "'Keeps.kept' was assigned a tensor while a function was traced"
    assert shown in repr(owner.kept)
    assert "\n" not in repr(owner.kept)
    for use in (str, "{}".format, lambda value: f"{value:>5}", lambda value: "%s" % value):
        with pytest.raises(StagingError, match=shown):
            use(owner.kept)


async def pauses(n):
    return n


@pytest.mark.parametrize("compiled", [ag.function, rt.function])
def test_an_async_function_cannot_be_compiled(compiled):
    function = compiled(pauses)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(TypeError, match="async def"):
            function(rt.constant(3))
    assert not caught


def goes_down(x):
    return goes_down(x) + 1


@pytest.mark.parametrize("compiled", [ag.function, rt.function])
def test_recursion_without_a_base_case_names_the_function(compiled):
    def outer(x):
        return goes_down(x) * 2

    with pytest.raises(RecursionError, match="'goes_down' called itself .* while function 'outer'") as caught:
        compiled(outer)(rt.constant(3))
    assert "base case" in str(caught.value)
    assert __file__ in str(caught.value)
    assert isinstance(caught.value.__cause__, RecursionError)


def counted(n, step):
    total = 0
    for i in range(0, n, step):
        total += i
    return total


def test_a_step_of_zero_is_the_error_of_range():
    with pytest.raises(ValueError, match="must not be zero") as caught:
        ag.function(counted)(rt.constant(4), rt.constant(0))
    with pytest.raises(ValueError, match="must not be zero"):
        ag.function(counted)(rt.constant(4), 0)
    assert "range(0, n, step)" in "".join(traceback.format_exception(caught.value))
    compiled = ag.function(counted)
    for step in (1, 2, -1):
        assert compiled(rt.constant(5), rt.constant(step)).numpy() == counted(5, step)


@pytest.mark.parametrize("entrance", [ag.to_graph, ag.to_code])
def test_a_function_without_source_is_refused_without_frames_of_this_project(entrance):
    with pytest.raises(SourceUnavailableError) as caught:
        entrance(eval("lambda x: x + 1"))
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[1:] == [entrance.__name__]


MIXED = {
    "text times": lambda x: "ab" * x,
    "times text": lambda x: x * "ab",
    "plus text": lambda x: x + "a",
    "text plus": lambda x: "a" + x,
}


@pytest.mark.parametrize("function", MIXED.values(), ids=MIXED)
def test_text_and_numbers_are_never_told_to_be_cast(function):
    with pytest.raises(rt.errors.DTypeError, match="Text and numbers do not mix") as caught:
        ag.function(function)(rt.constant(2))
    assert "cast(" not in str(caught.value)
    assert "lambda x" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("turned", [False, True])
def test_a_cast_goes_to_the_dtype_that_holds_both(turned):
    pair = [rt.constant(1), rt.constant(1.5)]
    with pytest.raises(rt.errors.DTypeError, match=r"cast\(\.\.\., 'float32'\)"):
        pair[turned] + pair[not turned]


@pytest.mark.parametrize("kind", [list, tuple, str])
def test_slicing_python_sequences_by_tensors_names_the_way_out(kind):
    def part(m, n):
        return items[m:n]

    items = kind("abcd")
    with pytest.raises(TypeError, match=r"sliced by tensors must be made a tensor first: constant\(items\)"):
        ag.function(part)(rt.constant(1), rt.constant(3))
