"""Files of TensorFlow are loaded, run, saved and loaded again, with the values that it computes itself."""

import json

import pytest

import runtime as rt
from runtime import errors
from runtime.formats import checkpoints, messages
from tests.formats.fixtures import BROKEN
from tests.train.tensorflow_cases import CHECKPOINTS, NAMES, Case


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("name", NAMES)
def test_the_values_are_tensorflows(name):
    case = Case(name)
    case.check(case.load())


@pytest.mark.parametrize("name", NAMES)
def test_graphs_run_in_a_scope(name):
    case = Case(name)
    case.check(case.load(scope="inside"), "inside/")


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_what_is_saved_again_gives_the_same_values(name, tmp_path):
    case = Case(name)
    saver = rt.train.import_meta_graph(f"{case.prefix}.meta")
    with rt.Session() as session:
        saver.restore(session, case.prefix)
        path = saver.save(session, str(tmp_path / "again"))
    for ending in (".index", ".data-00000-of-00001"):
        with open(path + ending, "rb") as ours, open(case.prefix + ending, "rb") as theirs:
            assert ours.read() == theirs.read()
    with rt.Graph().as_default(), rt.Session() as session:
        rt.train.import_meta_graph(f"{path}.meta").restore(session, path)
        case.check(session)


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_a_new_saver_saves_the_same(name, tmp_path):
    case = Case(name)
    session = case.load()
    path = rt.train.Saver(max_to_keep=1).save(session, str(tmp_path / "new"))
    theirs = dict(rt.train.list_variables(case.prefix))
    assert {key: shape for key, shape in rt.train.list_variables(path) if key in theirs} == theirs


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_nodes_and_functions_are_exported_as_they_were(name):
    case = Case(name)
    with open(f"{case.prefix}.meta", "rb") as file:
        theirs = messages.parse("MetaGraphDef", file.read(), "it")
    rt.train.import_meta_graph(f"{case.prefix}.meta")
    ours = rt.train.export_meta_graph()
    assert {node.name: node for node in ours.graph_def.node} == {node.name: node for node in theirs.graph_def.node}
    assert ours.graph_def.library == theirs.graph_def.library
    assert ours.graph_def.versions == theirs.graph_def.versions
    assert ours.collection_def == theirs.collection_def


# ---------------------------------------------------------------------------------------------- broken files


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("b01_truncated_index", errors.DataLossError, "model.index is damaged: .*bad magic number"),
        ("b03_wrong_magic", errors.DataLossError, "model.index is damaged: .*bad magic number"),
        ("b04_missing_shard", errors.NotFoundError, "model.data-00000-of-00001; No such file"),
        ("b05_data_bit_flip", errors.DataLossError, "model.data-00000-of-00001 is damaged: Checksum does not match"),
    ],
)
def test_damaged_checkpoints_are_errors_that_name_the_file(name, kind, message):
    saver = rt.train.import_meta_graph(str(BROKEN / name / "model.meta"))
    with rt.Session() as session, pytest.raises(kind, match=message):
        saver.restore(session, str(BROKEN / name / "model"))


def test_a_graph_that_is_cut_off_is_an_error_that_names_the_file(graph):
    with pytest.raises(errors.DataLossError, match="b09_meta_truncated/model.meta is damaged"):
        rt.train.import_meta_graph(str(BROKEN / "b09_meta_truncated" / "model.meta"))
    assert graph.get_operations() == []


def test_an_unknown_op_fails_when_it_is_fetched_and_not_before():
    saver = rt.train.import_meta_graph(str(BROKEN / "b12_unknown_op" / "model.meta"))
    unknown = next(op for op in rt.get_default_graph().get_operations() if op.type == "TanhButNotReally")
    with rt.Session() as session:
        saver.restore(session, str(BROKEN / "b12_unknown_op" / "model"))
        assert session.run("h1/Relu:0", {"x:0": [[1.0, 2.0, 3.0, 4.0]]}).shape == (1, 8)
        with pytest.raises(errors.NotFoundError, match=f"'TanhButNotReally'.* needed for '{unknown.name}'"):
            session.run(unknown.outputs[0], {"x:0": [[1.0, 2.0, 3.0, 4.0]]})


def test_an_unknown_op_is_saved_as_it_was(tmp_path):
    path = BROKEN / "b12_unknown_op" / "model.meta"
    rt.train.import_meta_graph(str(path))
    theirs = messages.parse("MetaGraphDef", path.read_bytes(), "it").graph_def
    assert rt.get_default_graph().as_graph_def(add_shapes=True) == theirs


def test_every_broken_fixture_is_tested():
    tested = {"b01", "b03", "b04", "b05", "b09", "b12"}
    assert {name[:3] for name in json.loads((BROKEN / "expected.json").read_text())} == tested


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_large_variables_are_restored_one_by_one(name, monkeypatch):
    monkeypatch.setattr(checkpoints, "_SMALL", 0)
    case = Case(name)
    case.check(case.load())


def test_large_variables_are_restored_all_or_none(monkeypatch):
    monkeypatch.setattr(checkpoints, "_SMALL", 0)
    saver = rt.train.import_meta_graph(str(BROKEN / "b05_data_bit_flip" / "model.meta"))
    with rt.Session() as session:
        session.run(rt.global_variables_initializer())
        before = session.run("out/bias/Read/ReadVariableOp:0")
        with pytest.raises(errors.DataLossError, match="tensor 'h1/bias'"):
            saver.restore(session, str(BROKEN / "b05_data_bit_flip" / "model"))
        assert session.run("out/bias/Read/ReadVariableOp:0").tolist() == before.tolist()
