"""`autograph inspect`: what it says of files."""

import json
import subprocess
import sys
import zipfile

import pytest

import runtime as rt
from tests.commands.files import FROZEN, MLP, OBJECTS, SAVED_MODEL, Terminal
from tests.formats.fixtures import BROKEN, TENSORFLOW


@pytest.fixture
def terminal(capsys):
    return Terminal(capsys)


def test_a_checkpoint_shows_variables_and_graph(terminal):
    lines = terminal("inspect", MLP).splitlines()
    assert lines[0] == f"{MLP}: checkpoint"
    assert "6 variables, 139 numbers, 556 bytes" in lines
    assert "  h1/kernel   float32[4,8]" in lines
    assert "graph: 105 operations" in lines
    assert "  AssignVariableOp        12" in lines
    assert "  x:0: float32[?,4]" in lines
    assert "  h2     26 operations  <- h1" in lines


@pytest.mark.parametrize("ending", [".index", ".meta"])
def test_each_file_of_a_checkpoint_stands_for_all(ending, terminal):
    assert "6 variables" in terminal("inspect", MLP + ending)


def test_a_directory_stands_for_its_newest_checkpoint(terminal):
    assert terminal("inspect", TENSORFLOW / "objects").startswith(f"{OBJECTS}: checkpoint\n\n11 variables")


@pytest.mark.parametrize("name", ["", "/saved_model.pb"])
def test_a_saved_model_shows_signatures(name, terminal):
    text = terminal("inspect", SAVED_MODEL + name)
    assert "  loop(n: int32[]) -> output_0: int32[]\n" in text
    assert "  serving_default(x: float32[?,3]) -> n: int32[], y: float32[?,2]\n" in text
    assert "5 variables" in text
    assert "graph: 20 operations, 10 functions with 104 more" in text


@pytest.mark.parametrize("name", ["frozen.pb", "frozen.pbtxt"])
def test_a_graph_shows_operations(name, terminal):
    text = terminal("inspect", TENSORFLOW / "14_frozen" / name)
    assert ": graph\n" in text
    assert "  input:0: float32[?,6]" in text


def test_a_meta_graph_may_have_any_name(terminal, tmp_path):
    for as_text in (True, False):
        path = tmp_path / f"text_{as_text}.pbtxt" if as_text else tmp_path / "bytes.pb"
        with rt.Graph().as_default():
            rt.constant(1.0, name="c")
            rt.train.export_meta_graph(str(path), as_text=as_text)
        assert terminal("inspect", path).splitlines()[0] == f"{path}: meta graph"


def test_operations_and_functions_are_listed(terminal):
    text = terminal("inspect", TENSORFLOW / "12_functional" / "model", "--graph")
    assert "add_0 = AddV2(add_placeholder_1, add/y)  # float32[?,3]" in text
    assert "function cond_false_2795(" in text


def test_unknown_ops_are_shown(terminal):
    assert "TanhButNotReally" in terminal("inspect", BROKEN / "b12_unknown_op" / "model", "--graph")


def test_pictures_are_printed(terminal):
    assert terminal("inspect", FROZEN, "--dot").startswith("digraph")
    assert "</html>" in terminal("inspect", FROZEN, "--html")


def test_values_are_printed(terminal):
    assert terminal("inspect", OBJECTS, "--values", "step/.ATTRIBUTES/VARIABLE_VALUE") == "3\n"


def test_data_for_programs_are_json(terminal):
    found = json.loads(terminal("inspect", SAVED_MODEL, "--json"))
    assert found["kind"] == "SavedModel"
    assert found["variables"]["count/.ATTRIBUTES/VARIABLE_VALUE"] == {"dtype": "int32", "shape": []}
    assert found["signatures"]["loop"] == {"inputs": {"n": "int32[]"}, "outputs": {"output_0": "int32[]"}}
    assert found["operations"]["StatelessWhile"] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 1, "nowhere: there is no such file, and no checkpoint (nowhere.index)."),
        ([str(BROKEN)], 1, "is a directory without a SavedModel, and without a checkpoint file."),
        ([str(BROKEN / "b01_truncated_index" / "model")], 1, "model.index is damaged: not an sstable"),
        ([str(BROKEN / "b09_meta_truncated" / "model")], 1, "model.meta is damaged"),
        ([__file__], 1, f"{__file__} is no graph: it holds neither a GraphDef nor a MetaGraphDef."),
        ([SAVED_MODEL, "--tags", "gpu,train"], 1, "has graphs with the tags [['serve']]"),
        ([OBJECTS, "--values", "nothing"], 1, "Key nothing not found in checkpoint"),
        ([OBJECTS, "--graph"], 2, "is a checkpoint without a graph"),
        ([FROZEN, "--values", "x"], 2, "is a graph without variables"),
    ],
    ids=["missing", "directory", "index", "meta", "no_graph", "tags", "key", "without_graph", "without_variables"],
)
def test_errors_are_a_line(arguments, code, message, terminal):
    error = terminal.error("inspect", *arguments, code=code)
    assert message in error
    assert "\n" not in error


def test_what_is_wrong_with_a_graph_is_said_of_the_graph(terminal, tmp_path):
    (tmp_path / "graph.pbtxt").write_text('node { name: "y" op: "Neg" input: "x" }')
    assert "takes 'x', but there is no node 'x'" in terminal.error("inspect", tmp_path / "graph.pbtxt")


def test_an_empty_graph_is_none(terminal, tmp_path):
    (tmp_path / "graph.pb").write_bytes(b"")
    assert "holds no graph: it has no operations" in terminal.error("inspect", tmp_path / "graph.pb")


def test_it_is_a_command(tmp_path):
    command = [sys.executable, "-m", "autograph", "inspect", MLP]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "6 variables" in done.stdout


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "x.py",
            b"import x as y\nprint({1: 2})\n",
            "{path} is no graph: it holds neither a GraphDef nor a MetaGraphDef.",
        ),
        ("x.pb", b"\x00\xff", "{path} is no graph: it holds neither a GraphDef nor a MetaGraphDef."),
        ("x.npz", b"PK\x03\x04{\x88", "{path} is no graph: it holds neither a GraphDef nor a MetaGraphDef."),
        ("x.pbtxt", b"node { name", "{path} is no text of a GraphDef: 1:12 : '': Expected \":\"."),
        ("x.pbtxt", b"node { \xff", "{path} is damaged: its byte 7 is not UTF-8."),
    ],
    ids=["python", "bytes", "archive", "text", "encoding"],
)
def test_a_file_that_is_no_graph_is_named_once(name, content, message, terminal, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    assert terminal.error("inspect", path) == message.format(path=path)


@pytest.mark.parametrize("command", [["inspect"], ["run"]])
def test_an_empty_path_is_an_error(command, terminal):
    assert terminal.error(*command, "", code=2).startswith("the path is empty\n  fix: ")


@pytest.mark.parametrize(("weights", "package"), [("model.weights.index", "autograph.keras"), ("x.h5", "keras")])
def test_a_keras_model_says_how_to_load_it(weights, package, terminal, tmp_path):
    path = tmp_path / "m.keras"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("config.json", "{}")
        archive.writestr(weights, b"")
    assert terminal.error("inspect", path, code=2) == (
        f"{path} is a Keras model, not a graph\n  fix: load it in Python: {package}.models.load_model({str(path)!r})"
    )
