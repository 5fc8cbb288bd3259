"""`autograph run`: runs saved graphs on values of the command line."""

import io
import json

import numpy as np
import pytest

from autograph.commands.run import _feed
from autograph.errors import UsageError
from tests.commands.files import FLIPPED, FROZEN, MLP, OBJECTS, SAVED_MODEL, Terminal
from tests.formats.fixtures import BROKEN, TENSORFLOW

UNKNOWN = str(BROKEN / "b12_unknown_op" / "model")


@pytest.fixture
def terminal(capsys):
    return Terminal(capsys)


def first_call(name):
    """Feeds, fetches and expected values of a fixture, as lists."""
    call = json.loads((TENSORFLOW / name / "case.json").read_text())["calls"][0]
    (feed,) = call["feeds"].values()
    return np.array(feed["data"], feed["dtype"]).reshape(feed["shape"]), call["fetches"], call["outputs"]


def test_a_checkpoint_is_run_on_an_array_of_a_file(terminal, tmp_path):
    x, fetches, outputs = first_call("01_mlp")
    np.save(tmp_path / "x.npy", x)
    names = [part for fetch in fetches for part in ("--fetch", fetch)]
    text = terminal("run", MLP, "--feed", f"x=@{tmp_path / 'x.npy'}", *names, "--output", tmp_path / "out.npz")
    assert text == ""
    with np.load(tmp_path / "out.npz") as found:
        for fetch, output in zip(fetches, outputs, strict=True):
            np.testing.assert_allclose(found[fetch].ravel(), np.ravel(output["data"]), rtol=1e-5, atol=1e-6)


def test_results_are_printed(terminal):
    zeros = str(np.zeros((1, 4)).tolist())
    assert terminal("run", MLP, "--feed", f"x={zeros}", "--fetch", "cls") == "[1]\n"
    text = terminal("run", MLP, "--feed", f"x:0={zeros}", "--fetch", "cls:0", "--fetch", "h1/Relu")
    assert text.startswith("cls:0 = [1]\nh1/Relu = [[")


def test_the_value_of_a_variable_may_be_fetched(terminal):
    assert terminal("run", MLP, "--fetch", "out/bias") == "[0.33694574 1.77476    1.4188327 ]\n"


def test_a_graph_without_variables_is_run(terminal):
    assert terminal("run", FROZEN, "--feed", f"input={[[0.5] * 6]}", "--fetch", "erf").startswith("[[")


@pytest.mark.parametrize("signature", [[], ["--signature", "serving_default"]])
def test_the_default_signature_is_run(signature, terminal):
    text = terminal("run", SAVED_MODEL, "--feed", "x=[[1,1,1]]", *signature)
    assert text == "n = 1\ny = [[1.9478619 2.947862 ]]\n"


def test_a_signature_may_be_chosen(terminal):
    assert terminal("run", SAVED_MODEL, "--signature", "loop", "--feed", "n=5") == "4\n"
    assert terminal("run", SAVED_MODEL, "--feed", "x=[[1,1,1]]", "--fetch", "n") == "1\n"


def test_strings_are_fed(terminal):
    assert terminal("run", TENSORFLOW / "saved_model_table", "--feed", "words=['b','z']") == "[ 2 -1]\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere", "--fetch", "y"], 1, "nowhere: there is no such file"),
        ([FROZEN], 2, "nothing to compute"),
        ([FROZEN, "--fetch", "zz"], 1, "fix: `autograph inspect PATH --graph` lists"),
        ([MLP, "--fetch", "h1/Relu"], 1, "You must feed a value for placeholder tensor 'x'"),
        ([MLP, "--fetch", "h1/Rely"], 1, "did you mean `h1/Relu`?"),
        ([MLP, "--fetch", "cls", "--feed", "zz=1"], 1, "--feed zz: the graph has no 'zz'\n  fix: did you mean `x`?"),
        ([SAVED_MODEL, "--signature", "loop", "--feed", "m=1"], 1, "did you mean `n`?"),
        ([MLP, "--fetch", "cls", "--feed", "x=[[1,2,3]]"], 1, "Cannot feed value of shape (1, 3) for Tensor 'x:0'"),
        ([MLP, "--fetch", "cls", "--feed", "x={1: 2}"], 1, "Cannot feed {1: 2}"),
        ([MLP, "--fetch", "cls", "--feed", "x"], 2, "--feed x is not of the form NAME=VALUE"),
        ([MLP, "--fetch", "cls", "--feed", "x=[1"], 2, "--feed x: [1 is no Python literal"),
        ([MLP, "--fetch", "cls", "--feed", "x=@nowhere.npy"], 2, "cannot read nowhere.npy"),
        ([MLP, "--fetch", "cls", "--feed", f"x=@{__file__}"], 2, "cannot read"),
        ([MLP, "--fetch", "out/bias", "--output", "/nowhere/x.npz"], 2, "cannot write /nowhere/x.npz: No such file"),
        ([MLP, "--signature", "nothing"], 2, "no signature nothing"),
        ([SAVED_MODEL, "--signature", "nothing"], 2, "no signature nothing"),
        ([OBJECTS, "--fetch", "x"], 2, "is a checkpoint without a graph"),
        ([FLIPPED, "--fetch", "cls", "--feed", "x=[[1,2,3,4]]"], 1, "is damaged: Checksum does not match"),
        ([UNKNOWN, "--fetch", "cls", "--feed", "x=[[1,2,3,4]]"], 1, "TanhButNotReally"),
    ],
)  # fmt: skip
def test_errors_are_told_without_a_traceback(arguments, code, message, terminal):
    error = terminal.error("run", *arguments, code=code)
    assert message in error
    assert len(error.splitlines()) <= 4


def test_pickles_are_not_loaded(terminal, tmp_path):
    np.save(tmp_path / "x.npy", np.array([object], object), allow_pickle=True)
    assert "cannot read" in terminal.error("run", MLP, "--fetch", "cls", "--feed", f"x=@{tmp_path / 'x.npy'}", code=2)


def npy(value):
    """The bytes of an .npy file."""
    file = io.BytesIO()
    np.save(file, value)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "x.npy: it is empty"), (b"PK\x03\x04", "x.npy: it is no .npy file"), (b"\x93NU", "it is no .npy file")],
    ids=["empty", "zip", "magic"],
)
def test_what_is_no_array_is_an_error(content, message, terminal, tmp_path):
    (tmp_path / "x.npy").write_bytes(content)
    assert message in terminal.error("run", MLP, "--fetch", "cls", "--feed", f"x=@{tmp_path / 'x.npy'}", code=2)


def test_an_array_that_is_cut_off_anywhere_is_an_error(tmp_path):
    path, whole = tmp_path / "x.npy", npy(np.zeros((1, 4)))
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(UsageError, match="cannot read"):
            _feed(f"x=@{path}")


def test_an_array_with_a_wrong_header_is_an_error(tmp_path):
    path, whole = tmp_path / "x.npy", npy(np.zeros(3))
    for old, new in [
        (b"(3,)", b"((,)"),
        (b"(3,)", b"'ab'"),
        (b"'<f8'", b"'<q7'"),
        (b"{", b"\xff"),
        (b"NUMPY\x01", b"NUMPY\x09"),
    ]:
        path.write_bytes(whole.replace(old, new))
        with pytest.raises(UsageError, match="cannot read"):
            _feed(f"x=@{path}")
