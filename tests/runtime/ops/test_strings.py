"""Strings: the public functions and the namespace."""

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from tests.runtime.helpers import evaluate, new_graph


def test_the_namespace_has_tensorflows_names():
    assert rt.strings.join(["a", "b"], separator="-").numpy() == b"a-b"
    assert rt.strings.length("abc").tolist() == 3
    assert rt.strings.upper(rt.strings.lower("Abc")).numpy() == b"ABC"
    assert rt.strings.strip(" a ").numpy() == b"a"
    assert rt.strings.to_number("2.5").tolist() == 2.5
    assert rt.strings.as_string(7).numpy() == b"7"
    assert rt.strings.split("a b").tolist() == [b"a", b"b"]
    assert rt.strings.format("{}!", rt.constant(1)).numpy() == b"1!"
    assert rt.strings.substr("hello", 1, 2).numpy() == b"el"
    assert rt.strings.regex_full_match("ab", "a.").tolist() is True
    assert rt.strings.reduce_join(["a", "b"]).numpy() == b"ab"


def test_strings_run_in_graphs():
    with new_graph() as g:
        name = rt.placeholder("string", [])
        greeting = rt.strings.join(["hello ", rt.strings.upper(name)])
    assert rt.Session(graph=g).run(greeting, {name: "ann"}) == b"hello ANN"


def test_text_is_counted_and_cut_in_bytes_or_characters():
    assert rt.strings.length("h\u00e9").tolist() == 3
    assert rt.strings.length("h\u00e9", unit="UTF8_CHAR").tolist() == 2
    assert rt.strings.substr("h\u00e9llo", 1, 2, unit="UTF8_CHAR").numpy().decode() == "\u00e9l"


def test_a_pattern_may_be_a_tensor():
    with new_graph():
        pattern = rt.placeholder("string", [])
        result = rt.strings.regex_replace("a1", pattern, "#")
        assert evaluate(result, {pattern: b"[0-9]"}).item() == b"a#"
        assert evaluate(rt.strings.regex_full_match("a1", pattern), {pattern: b".."}).tolist() is True


def test_a_rewrite_names_groups_as_in_re2():
    assert rt.strings.regex_replace("ab", "(a)(b)", r"\2\1").numpy() == b"ba"
    assert rt.strings.regex_replace("ab", "b", r"[\0]").numpy() == b"a[b]"
    assert rt.strings.regex_replace("aa", "a", "b", replace_global=False).numpy() == b"ba"


def test_all_axes_are_joined_in_the_order_of_the_elements():
    words = [["a", "b"], ["c", "d"]]
    assert rt.strings.reduce_join(words).numpy() == b"abcd"
    assert rt.strings.reduce_join(words, axis=[0, 1]).numpy() == b"acbd"
    with new_graph():
        x = rt.placeholder("string")
        joined = evaluate(rt.strings.reduce_join(x), {x: np.array([[b"a", b"b"], [b"c", b"d"]], object)})
        assert joined.item() == b"abcd"


def test_splitting_several_strings_gives_rows_of_different_lengths():
    assert rt.strings.split(["a b", "c"]).to_list() == [[b"a", b"b"], [b"c"]]


def test_the_number_of_placeholders_is_that_of_the_values():
    with pytest.raises(ValueError, match=r"2 placeholder\(s\) in template does not match 1 tensor"):
        rt.strings.format("{} {}", [1])


def test_numbers_out_of_range_are_no_numbers():
    with pytest.raises(errors.InvalidArgumentError, match="could not correctly convert string: 3000000000"):
        rt.strings.to_number("3000000000", "int32")


def test_strings_stay_arrays_of_bytes():
    for tensor in (rt.strings.join(["a", "b"]), rt.constant(["a", "b"])[1], rt.gather(["a", "b"], 0)):
        assert tensor._value.dtype == object
        assert isinstance(tensor.numpy(), bytes)
