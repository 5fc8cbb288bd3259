"""Tensors that a compiled function leaves outside: named, with the line that left them there."""

import pytest

import autograph as ag
import runtime as rt

KEPT = None
LOG, TABLE = [], {}


class Holder:
    value = None
    other = None


HOLDER = Holder()


def line_of(function, text):
    """The place of a line of a function, as errors show it."""
    from autograph.syntax.source import Source

    source = Source.of(function)
    first = source.node.lineno
    lines = source.document.lines[first - 1 : source.node.end_lineno]
    return f"{source.file}:{first + next(i for i, line in enumerate(lines) if text in line)}:"


def leaves_a_global(x):
    global KEPT
    y = x + 1
    if y > 0:
        KEPT = y * 2
    return y


def leaves_an_attribute(x):
    if x > 0:
        HOLDER.value = x * 2
    return x


def keep(value):
    HOLDER.other = value


def leaves_by_a_helper(x):
    keep(x * 2)
    return x


def grows_a_list(x):
    y = x + 1
    LOG.append(y)
    return y


def fills_a_table(x):
    y = x + 1
    TABLE["y"] = y
    return y


def compiled(function):
    return ag.function(rules="off")(function)


@pytest.mark.parametrize(
    ("function", "text", "name"),
    [
        (leaves_a_global, "KEPT = y", "'KEPT' is a global or outer variable"),
        (grows_a_list, "LOG.append", "changes a list from outside"),
        (fills_a_table, "TABLE[", "changes a dict from outside"),
    ],
)
def test_what_is_left_outside_is_refused_with_its_line(function, text, name):
    with pytest.raises(ag.StagingError, match=name) as caught:
        compiled(function)(rt.constant(1.0))
    assert str(caught.value).startswith(line_of(function, text))
    assert KEPT is None
    assert (LOG, TABLE) == ([], {})


def test_a_variable_of_a_function_around_is_named_with_its_line():
    kept = None

    def leaves(x):
        nonlocal kept
        y = x + 1
        kept = y * 2
        return y

    with pytest.raises(ag.StagingError, match="'kept' is a global or outer variable") as caught:
        compiled(leaves)(rt.constant(1.0))
    assert str(caught.value).startswith(line_of(leaves, "kept = y"))
    assert kept is None


@pytest.mark.parametrize(
    ("function", "attribute", "writer"),
    [(leaves_an_attribute, "value", leaves_an_attribute), (leaves_by_a_helper, "other", keep)],
)
def test_an_attribute_says_where_it_was_set_when_it_is_read(function, attribute, writer):
    compiled(function)(rt.constant(1.0))
    with pytest.raises(ag.StagingError, match=f"'Holder.{attribute}' was assigned a tensor") as caught:
        getattr(HOLDER, attribute) + 1
    assert str(caught.value).startswith(line_of(writer, f"HOLDER.{attribute} ="))


def test_another_function_may_use_the_attribute_anew():
    def uses(x):
        HOLDER.value = x * 3
        return HOLDER.value + 1

    for _ in range(2):
        assert float(compiled(uses)(rt.constant(1.0))) == 4.0


def test_a_tensor_that_left_by_plain_code_cannot_be_used():
    kept = []

    @ag.do_not_convert
    def keep_it(value):
        kept.append(value)

    def f(x):
        keep_it(x * 2)
        return x

    compiled(f)(rt.constant(1.0))
    with pytest.raises(ValueError, match="out of scope") as caught:
        kept[0] + 1
    assert line_of(f, "keep_it(").rstrip(":") in str(caught.value)
