"""`autograph diff`: compares checkpoints."""

import numpy as np
import pytest

from runtime import errors
from runtime.formats.bundle_writer import BundleWriter
from runtime.train.differences import Difference, differences
from tests.commands.files import FLIPPED, FROZEN, MLP, SAVED_MODEL, Terminal


@pytest.fixture
def terminal(capsys):
    return Terminal(capsys)


@pytest.fixture
def write(tmp_path):
    def write(name, **tensors):
        with BundleWriter(str(tmp_path / name)) as writer:
            for key, value in tensors.items():
                writer.add(key, np.asarray(value))
            writer.finish()
        return str(tmp_path / name)

    return write


def test_equal_checkpoints_have_no_difference(terminal):
    assert terminal("diff", MLP, MLP) == "0 different, 6 equal\n"
    assert "= h1/bias  float32[8]\n" in terminal("diff", MLP, MLP, "--all")


def test_each_kind_of_difference_is_named(write, terminal):
    a = write(
        "a", same=[1.0], number=np.float32([1, 2, 3]), text=np.array([b"a", b"b"], object), gone=1, kind=1, size=[1]
    )
    b = write(
        "b",
        same=[1.0],
        number=np.float32([1, 4, 3.5]),
        text=np.array([b"a", b"c"], object),
        new=1,
        kind=1.0,
        size=[1, 2],
    )
    assert terminal("diff", a, b, code=1).splitlines() == [
        "- gone  int64[]",
        "! kind  int64[] became float64[]",
        "+ new  int64[]",
        "! number  float32[3]: 2 of 3 differ, at most by 2",
        "! size  int64[1] became int64[2]",
        "! text  string[2]: 1 of 2 differ",
        "6 different, 1 equal",
    ]  # fmt: skip


@pytest.mark.parametrize(("options", "code"), [([], 1), (["--atol", "0.1"], 0), (["--rtol", "0.1"], 0)])
def test_what_is_near_may_be_equal(options, code, write, terminal):
    a, b = write("a", x=np.float32([1.0])), write("b", x=np.float32([1.05]))
    terminal("diff", a, b, *options, code=code)


def test_numbers_that_are_none_are_equal_and_numbers_of_all_kinds_compare(write):
    import ml_dtypes

    a = write(
        "a",
        n=np.float32([np.nan, np.inf]),
        h=np.array([1.0], ml_dtypes.bfloat16),
        c=[1j],
        t=[True],
        u=np.uint64([2**64 - 1]),
    )
    b = write(
        "b",
        n=np.float32([np.nan, np.inf]),
        h=np.array([2.0], ml_dtypes.bfloat16),
        c=[2j],
        t=[False],
        u=np.uint64([2**64 - 2]),
    )
    assert [(d.name, d.mark) for d in differences(a, b)] == [("c", "!"), ("h", "!"), ("n", "="), ("t", "!"), ("u", "!")]
    assert next(differences(a, b)) == Difference("c", "!", "complex128[1]: 1 of 1 differ, at most by 1")


def test_saved_models_are_compared_by_their_variables(terminal):
    assert terminal("diff", SAVED_MODEL, SAVED_MODEL) == "0 different, 6 equal\n"


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ("nowhere", "nowhere: there is no such file"),
        (FROZEN, "is a graph without variables"),
        (FLIPPED, "is damaged: Checksum does not match for tensor 'h1/bias'"),
    ],
    ids=["missing", "graph", "damaged"],
)
def test_what_cannot_be_compared_is_an_error_of_its_own(second, message, terminal):
    error = terminal.error("diff", MLP, second, code=2)
    assert message in error
    assert "\n" not in error


def test_damage_is_told_to_programs_too():
    with pytest.raises(errors.DataLossError):
        list(differences(MLP, FLIPPED))


@pytest.mark.parametrize("option", ["--rtol", "--atol"])
@pytest.mark.parametrize("value", ["-1", "nan", "-inf", "x", "-1e-9"])
def test_a_tolerance_is_a_number_from_0_on(option, value, terminal):
    error = terminal.error("diff", MLP, MLP, f"{option}={value}", code=2)
    assert error.endswith(f"argument {option}: {value} is no number from 0 on")
