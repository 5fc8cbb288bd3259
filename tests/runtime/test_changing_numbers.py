"""Python numbers that keep changing become tensors."""

import warnings

import pytest

import autograph as ag
import runtime as rt


def traces(f):
    return f.experimental_get_tracing_count()


@pytest.mark.parametrize("kind", [int, float])
def test_a_number_that_changes_is_generalised_after_three_traces(kind):
    f = rt.function(lambda x, rate: x * rate)
    results = [float(f(rt.constant(2.0), kind(i))) for i in range(20)]
    assert results == [2.0 * i for i in range(20)]
    assert traces(f) == 4


def test_the_number_yields_to_the_dtype_of_its_partner():
    f = rt.function(lambda x, rate: x * rate)
    products = [f(rt.constant(2, rt.int64), i) for i in range(6)]
    assert {product.dtype for product in products} == {rt.int64}


def test_only_the_numbers_that_change_become_tensors():
    seen = []

    @rt.function
    def f(x, rate, mode):
        seen.append((rt.is_symbolic(rate), rt.is_symbolic(mode)))
        return x * rate + mode

    for i in range(6):
        f(rt.constant(1.0), float(i), 2)
    assert seen[-1] == (True, False)


def test_a_function_that_wants_the_number_keeps_being_traced():
    f = rt.function(lambda x, n: rt.stack([x] * n))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [f(rt.constant(1), n).shape.as_list() for n in range(1, 8)] == [[n] for n in range(1, 8)]
    assert traces(f) == 8  # one try with a tensor


def test_a_converted_function_loops_over_it():
    @ag.function
    def power(x, n):
        result = 1
        for _ in range(n):
            result *= x
        return result

    assert [int(power(rt.constant(2), n)) for n in range(8)] == [2**n for n in range(8)]
    assert traces(power) == 4


def test_bools_and_strings_stay_what_they_are():
    seen = []

    @rt.function
    def f(x, flag):
        seen.append(flag)
        return x

    for flag in (True, False, "a", "b"):
        f(rt.constant(1), flag)
    assert seen == [True, False, "a", "b"]


def test_numbers_by_name_are_generalised():
    f = rt.function(lambda x, *, rate: x * rate)
    for i in range(10):
        assert float(f(rt.constant(2.0), rate=float(i))) == 2.0 * i
    assert traces(f) == 4


def test_a_number_too_large_for_32_bits_is_a_tensor_of_64():
    f = rt.function(lambda n: n + 1)
    values = [int(f(2**40 + i)) for i in range(6)]
    assert values == [2**40 + i + 1 for i in range(6)]
