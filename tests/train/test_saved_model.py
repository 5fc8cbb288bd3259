"""SavedModels: what is saved of modules and functions, and what comes back; those of TensorFlow, too."""

import collections
import os

import numpy as np
import pytest

import autograph
import runtime as rt
from runtime import errors, saved_model
from runtime.formats import messages
from runtime.ops import files
from tests.formats.fixtures import TENSORFLOW

X = np.ones((2, 3), np.float32)
Pair = collections.namedtuple("Pair", "a b")


class Net(rt.Module):
    """A module of the same functions as that in the fixture `saved_model`."""

    def __init__(self):
        super().__init__()
        self.layers = [{"w": rt.Variable(np.full((3, 2), 0.5, np.float32), name="w")}, rt.Variable([1.0, 2.0])]
        self.count = rt.Variable(0, name="count")
        self.offset = rt.constant([1.0, 2.0])

    @autograph.function(input_signature=[rt.TensorSpec([None, 3], "float32", name="x")])
    def predict(self, x):
        self.count.assign_add(1)
        return {"y": x @ self.layers[0]["w"] + self.layers[1] * self.offset, "n": self.count.read_value()}

    @autograph.function
    def scale(self, x, factor=2.0, *, flip=False):
        return (-x if flip else x) * factor

    @autograph.function(input_signature=[rt.TensorSpec([], "int32", name="n")])
    def loop(self, n):
        total = 0
        for i in rt.range(n):
            if i % 2 == 0:
                total += i
            else:
                total -= 1
        return total


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "model")


def plain(value):
    return rt.nest.map_structure(lambda leaf: leaf.numpy().tolist(), value)


def saved(path, net=None, **options):
    saved_model.save(net or Net(), path, **options)
    return saved_model.load(path)


# ---------------------------------------------------------------------------------------------- both ways


def test_the_files_are_tensorflows(path):
    saved_model.save(Net(), path)
    assert sorted(os.listdir(path)) == ["saved_model.pb", "variables"]
    assert sorted(os.listdir(os.path.join(path, "variables"))) == [
        "variables.data-00000-of-00001", "variables.index",
    ]  # fmt: skip
    assert saved_model.contains_saved_model(path)
    assert not saved_model.contains_saved_model(os.path.dirname(path))


def test_functions_variables_and_state_come_back(path):
    net = Net()
    net.predict(X)
    loaded = saved(path, net)
    assert plain(loaded.predict(X)) == {"y": [[2.5, 5.5]] * 2, "n": 2}
    assert plain(loaded.predict(X))["n"] == 3
    assert plain(loaded.loop(5)) == plain(net.loop(5)) == 4
    assert sorted(variable.name for variable in loaded.variables) == ["Variable:0", "count:0", "w:0"]
    loaded.layers[0]["w"].assign(rt.zeros([3, 2]))
    assert plain(loaded.predict(X)["y"]) == [[1.0, 4.0]] * 2


def test_calls_find_the_trace_for_their_arguments(path):
    net = Net()
    net.scale(rt.constant([1.0, 2.0]))
    net.scale(rt.constant([1.0, 2.0]), flip=True)
    net.scale(rt.constant([[1]]), 3)
    loaded = saved(path, net)
    assert plain(loaded.scale([1.0, 2.0])) == [2.0, 4.0]
    assert plain(loaded.scale([1.0, 2.0], flip=True)) == [-2.0, -4.0]
    assert plain(loaded.scale(x=[[5]], factor=3)) == [[15]]
    with pytest.raises(ValueError, match=r"(?s)Could not find matching.*'scale'.*saved for:.*float32"):
        loaded.scale(rt.constant([1.0, 2.0]), 5.0)
    with pytest.raises(TypeError, match="multiple values|unexpected"):
        loaded.scale([1.0, 2.0], 2.0, factor=3.0)
    assert "3 traces" in repr(loaded.scale)
    assert len(loaded.scale.concrete_functions()) == 3


def test_functions_become_signatures(path):
    loaded = saved(path)
    assert sorted(loaded.signatures) == ["loop", "predict"]
    signature = loaded.signatures["predict"]
    assert signature.structured_input_signature == ((), {"x": rt.TensorSpec([None, 3], "float32", name="x")})
    assert sorted(signature.structured_outputs) == ["n", "y"]
    assert plain(signature(x=X))["y"] == plain(signature(X))["y"] == [[2.5, 5.5]] * 2
    with pytest.raises(TypeError, match=r"takes \['x'\], but got \['z'\]"):
        signature(z=X)
    with pytest.raises(TypeError, match="takes TensorSpec.* for 'x', not"):
        signature(x=np.ones((2, 4), np.float32))


def test_the_only_function_is_the_default_signature(path):
    module = rt.Module()
    module.f = rt.function(lambda x: x * 2.0, input_signature=[rt.TensorSpec([None], "float32")])
    assert sorted(saved(path, module).signatures) == ["f", "serving_default"]


def test_signatures_may_be_given(path):
    net = Net()
    concrete = net.scale.get_concrete_function(rt.TensorSpec([None], "float32", name="v"))
    assert sorted(saved(path, net, signatures=net.predict).signatures) == ["serving_default"]
    loaded = saved(path, net, signatures={"twice": concrete, "loop": net.loop})
    assert sorted(loaded.signatures) == ["loop", "twice"]
    assert plain(loaded.signatures["twice"](v=[3.0])) == {"output_0": [6.0]}


def test_names_of_specs_are_those_of_the_signature(path):
    module = rt.Module()
    module.f = rt.function(
        lambda x, y: x - y, input_signature=[rt.TensorSpec([], "float32", name="z"), rt.TensorSpec([], "float32")]
    )
    module.f(5.0, 1.0)
    loaded = saved(path, module)
    assert plain(loaded.signatures["f"](z=5.0, y=1.0)) == {"output_0": 4.0}
    assert plain(loaded.f(5.0, 1.0)) == 4.0


@pytest.mark.parametrize("value", [3, len])
def test_signatures_must_be_compiled(value, path):
    with pytest.raises(TypeError, match="Signature 'f' must be a compiled function"):
        saved_model.save(Net(), path, signatures={"f": value})


def test_a_signature_needs_one_trace(path):
    net = Net()
    with pytest.raises(errors.InvalidArgumentError, match="needs one trace, but .* has 0"):
        saved_model.save(net, path, signatures=net.scale)


def test_structures_of_all_kinds_are_taken_and_given(path):
    @rt.function
    def f(pair, *rest, table, **more):
        return Pair(pair.a + rest[0], [table["k"], (more["z"], None, 3)])

    module = rt.Module()
    module.f = f
    arguments = (Pair(rt.constant(1.0), "tag"), rt.constant(2.0)), {"table": {"k": rt.constant(3.0)}, "z": rt.zeros([])}
    expected = f(*arguments[0], **arguments[1])
    loaded = saved(path, module)
    result = loaded.f(*arguments[0], **arguments[1])
    assert result._fields == ("a", "b")
    assert plain(result.a) == plain(expected.a) == 3.0
    assert plain(result.b[0]) == 3.0
    assert result.b[1][1:] == (None, 3)


def test_gradients_go_through_loaded_functions(path):
    loaded = saved(path)
    x = rt.constant(X)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = rt.reduce_sum(loaded.predict(x)["y"])
    dx, dw = tape.gradient(y, [x, loaded.layers[0]["w"]])
    assert plain(dx) == [[1.0, 1.0, 1.0]] * 2
    assert plain(dw) == [[2.0, 2.0]] * 3


def test_loaded_functions_run_in_other_functions_and_graphs(path):
    loaded = saved(path)
    outer = rt.function(lambda x: loaded.predict(x)["y"] * 10.0)
    assert plain(outer(rt.constant(X))) == [[25.0, 55.0]] * 2


def test_a_loaded_model_is_saved_again(path, tmp_path):
    net = Net()
    net.scale(rt.constant([1.0]))
    first = saved(path, net)
    first.count.assign(7)
    again = saved(str(tmp_path / "again"), first, signatures=first.signatures)
    assert plain(again.predict(X)) == {"y": [[2.5, 5.5]] * 2, "n": 8}
    assert plain(again.scale([3.0])) == [6.0]
    assert plain(again.loop(5)) == 4
    assert sorted(again.signatures) == sorted(first.signatures)


def test_captured_variables_without_a_place_are_saved_too(path):
    hidden = rt.Variable([5.0], name="hidden")
    module = rt.Module()
    module.f = rt.function(lambda x: x * hidden, input_signature=[rt.TensorSpec([1], "float32")])
    loaded = saved(path, module)
    hidden.assign([0.0])
    assert plain(loaded.f([2.0])) == [10.0]


def test_strings_and_every_number_come_back(path):
    module = rt.Module()
    values = {"s": np.array([b"a", b"\xff"], object)}
    for (
        name
    ) in "float16 bfloat16 float64 int8 uint8 int16 uint16 uint32 int64 uint64 bool complex64 complex128".split():
        values[name] = np.array([1, 0]).astype(rt.as_dtype(name).as_numpy_dtype)
    module.values = {name: rt.Variable(value) for name, value in values.items()}
    loaded = saved(path, module)
    for name, value in values.items():
        found = loaded.values[name].numpy()
        assert (found.dtype, found.tolist()) == (value.dtype, value.tolist())


# ---------------------------------------------------------------------------------------------- what cannot be saved


def module_of(f, *args):
    module = rt.Module()
    module.f = rt.function(f)
    module.f(*args)
    return module


def test_python_functions_cannot_be_saved_and_are_named(path):
    module = module_of(lambda x: rt.py_function(lambda y: y, [x], "float32", name="mine"), rt.constant(1.0))
    with pytest.raises(errors.InvalidArgumentError, match="cannot be saved: '.*mine.*would run Python functions"):
        saved_model.save(module, path)
    assert not os.path.exists(path)


def test_tables_of_this_process_cannot_be_saved(path):
    table = rt.lookup.StaticHashTable(rt.lookup.KeyValueTensorInitializer(rt.constant(["a"]), rt.constant([1])), 0)
    module = module_of(lambda x: table.lookup(x), rt.constant(["a"]))
    with pytest.raises(errors.InvalidArgumentError, match="HashTableV2 would look into tables of this process"):
        saved_model.save(module, path)


def test_defaults_that_have_no_form_are_named(path):
    def f(x, kind=object):
        return x

    with pytest.raises(errors.InvalidArgumentError, match="Function 'f' cannot be saved: <class 'object'> has no form"):
        saved_model.save(module_of(f, rt.constant(1.0)), path)


def test_tensors_of_graphs_cannot_be_captured(path):
    with rt.Graph().as_default():
        module = rt.Module()
        v = rt.Variable(1.0)
        module.f = rt.function(lambda x: x * v)
        module.f(rt.constant(2.0))
        with pytest.raises(errors.InvalidArgumentError, match="captured .* of a graph"):
            saved_model.save(module, path)


# ---------------------------------------------------------------------------------------------- replacing


def test_a_model_takes_the_place_of_another(path):
    net = Net()
    saved_model.save(net, path)
    net.count.assign(40)
    assert plain(saved(path, net).predict(X))["n"] == 41
    assert sorted(os.listdir(path)) == ["saved_model.pb", "variables"]


@pytest.mark.parametrize("stop", range(6))
def test_a_model_is_never_mixed_with_another(path, monkeypatch, stop):
    module = rt.Module()
    module.v = rt.Variable(1)
    saved_model.save(module, path)
    module.w, count = rt.Variable(2), 0

    def rename(source, target, rename=os.replace):
        nonlocal count
        if count == stop:
            raise KeyboardInterrupt
        count += 1
        rename(source, target)

    monkeypatch.setattr(os, "replace", rename)
    try:
        saved_model.save(module, path)
    except KeyboardInterrupt:
        pass
    monkeypatch.undo()
    if saved_model.contains_saved_model(path):
        loaded = saved_model.load(path)
        assert loaded.v.numpy() == 1
        assert not hasattr(loaded, "w") or loaded.w.numpy() == 2
        assert hasattr(loaded, "w") or len(rt.train.list_variables(os.path.join(path, "variables", "variables"))) == 2


# ---------------------------------------------------------------------------------------------- of TensorFlow


def test_objects_and_functions_of_tensorflow_are_loaded():
    loaded = saved_model.load(str(TENSORFLOW / "saved_model"))
    result = loaded.predict(X)
    np.testing.assert_allclose(result["y"].numpy(), [[1.9478619, 2.9478619]] * 2, 1e-6)
    assert result["n"].numpy() == 1
    assert plain(loaded.scale([1.0, 2.0])) == [2.0, 4.0]
    assert plain(loaded.scale([1.0, 2.0], flip=True)) == [-2.0, -4.0]
    assert plain(loaded.scale([[1]], 3)) == [[3]]
    assert plain(loaded.loop(5)) == 4
    assert sorted(loaded.signatures) == ["loop", "serving_default"]
    assert plain(loaded.signatures["loop"](n=5)) == {"output_0": 4}
    assert len(loaded.layers) == 2
    assert loaded.layers[1].w.shape == [4, 2]


def test_tables_of_tensorflow_are_filled():
    loaded = saved_model.load(str(TENSORFLOW / "saved_model_table"))
    words = rt.constant(["b", "z", "a"])
    assert plain(loaded.find(words)) == [2, -1, 1]
    assert plain(loaded.signatures["serving_default"](words=words)) == {"output_0": [2, -1, 1]}


def test_a_checkpoint_is_restored_from_a_saved_model():
    class Dense(rt.Module):
        def __init__(self):
            super().__init__()
            self.w = rt.Variable(rt.zeros([3, 4]))

    net = rt.Module()
    net.layers = [Dense()]
    rt.train.Checkpoint(net).read(str(TENSORFLOW / "saved_model")).assert_existing_objects_matched()
    assert net.layers[0].w.numpy().max() == 0.5


def test_graphs_of_tensorflow_1_are_loaded():
    loaded = saved_model.load(str(TENSORFLOW / "saved_model_v1"))
    signature = loaded.signatures["serving_default"]
    assert plain(signature(x=X)) == plain(signature(X)) == {"y": [[3.0, 3.0]] * 2}
    assert signature.structured_input_signature == ((), {"x": rt.TensorSpec([None, 3], "float32", name="x")})
    assert [variable.name for variable in loaded.variables] == ["w:0"]
    with pytest.raises(TypeError, match="takes"):
        signature(y=X)


@pytest.mark.parametrize("scope", [None, "inside"])
@pytest.mark.parametrize(
    ("name", "key", "value", "expected"),
    [
        ("saved_model", "y", X, (2, 2)),
        ("saved_model_v1", "y", X, (2, 2)),
        ("saved_model_table", "output_0", ["a"], (1,)),
    ],
)
def test_graphs_are_loaded_into_a_session(name, key, value, expected, scope):
    with rt.Session(graph=rt.Graph()) as session:
        meta_graph = saved_model.load_into_session(session, ["serve"], str(TENSORFLOW / name), import_scope=scope)
        signature = meta_graph.signature_def["serving_default"]
        prefix = f"{scope}/" if scope else ""
        feeds = {prefix + info.name: value for info in signature.inputs.values()}
        assert session.run(prefix + signature.outputs[key].name, feeds).shape == expected


def test_a_session_saves_its_graph(path):
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.placeholder("float32", [None, 3], name="x")
        w = rt.Variable(np.ones((3, 2), np.float32), name="w")
        session.run(w.initializer)
        saved_model.simple_save(session, path, {"x": x}, {"y": rt.matmul(x, w)})
    assert plain(saved_model.load(path).signatures["serving_default"](x=X)) == {"y": [[3.0, 3.0]] * 2}


# ---------------------------------------------------------------------------------------------- broken


def test_where_there_is_none_that_is_said(tmp_path):
    with pytest.raises(errors.NotFoundError, match="SavedModel file does not exist at: .*saved_model.pb"):
        saved_model.load(str(tmp_path))


def test_tags_choose_the_graph(path):
    saved_model.save(Net(), path)
    assert saved_model.load(path, tags=["serve"]).count.numpy() == 0
    with pytest.raises(errors.InvalidArgumentError, match=r"tags \[\['serve'\]\]: give those of one of them, not"):
        saved_model.load(path, tags="gpu")


def changed(path, change):
    """Saves a model, and changes its file."""
    saved_model.save(Net(), path)
    file = os.path.join(path, "saved_model.pb")
    with open(file, "rb") as source:
        message = messages.parse("SavedModel", source.read(), file)
    change(message.meta_graphs[0])
    with open(file, "wb") as target:
        target.write(messages.serialize(message))
    return path


def first_function(graph):
    return next(iter(graph.object_graph_def.concrete_functions.values()))


def argument_names(graph):
    specs = [
        node.function.function_spec for node in graph.object_graph_def.nodes if node.WhichOneof("kind") == "function"
    ]
    fields = {pair.key: pair.value for pair in specs[0].fullargspec.named_tuple_value.values}
    return fields["args"].list_value.values


def variable_number(graph):
    return next(i for i, n in enumerate(graph.object_graph_def.nodes) if n.WhichOneof("kind") == "variable")


def variable_of(graph):
    return graph.object_graph_def.nodes[variable_number(graph)].variable


CHANGES = {
    "a child that is not there": (
        lambda graph: graph.object_graph_def.nodes[0].children.add(node_id=999),
        errors.DataLossError,
        "names an object that is not there",
    ),
    "no objects": (
        lambda graph: graph.object_graph_def.ClearField("nodes"),
        errors.DataLossError,
        "names an object that is not there",
    ),
    "a capture that is not there": (
        lambda graph: first_function(graph).bound_inputs.append(-5),
        errors.DataLossError,
        "names an object that is not there",
    ),
    "a capture too many": (
        lambda graph: first_function(graph).bound_inputs.append(variable_number(graph)),
        errors.InvalidArgumentError,
        "but its signature speaks of",
    ),
    "a capture of a module": (
        lambda graph: [f.bound_inputs.append(0) for f in graph.object_graph_def.concrete_functions.values()],
        errors.UnimplementedError,
        "captures .*LoadedObject.*, which is no variable",
    ),
    "no functions": (
        lambda graph: graph.graph_def.library.ClearField("function"),
        errors.InvalidArgumentError,
        "no function",
    ),
    "no signatures of functions": (
        lambda graph: graph.object_graph_def.concrete_functions.clear(),
        errors.InvalidArgumentError,
        "has no function",
    ),
    "a variable of another shape": (
        lambda graph: variable_of(graph).shape.dim.add(size=3),
        errors.InvalidArgumentError,
        "expected",
    ),
    "a variable of a giant shape": (
        lambda graph: variable_of(graph).shape.dim.extend([messages.new("Dim", size=1 << 62)] * 2),
        errors.InvalidArgumentError,
        "cannot have the shape",
    ),
    "a variable of a large shape": (
        lambda graph: variable_of(graph).shape.dim.add(size=1 << 50),
        errors.InvalidArgumentError,
        "expected",
    ),
    "a variable of a negative shape": (
        lambda graph: variable_of(graph).shape.dim.add(size=-5),
        errors.InvalidArgumentError,
        "is no shape",
    ),
    "arguments without names": (
        lambda graph: [setattr(item, "string_value", "a b") for item in argument_names(graph)],
        errors.InvalidArgumentError,
        "makes no sense: 'a b' is not a valid parameter name",
    ),
    "a variable of an unknown dtype": (
        lambda graph: setattr(variable_of(graph), "dtype", 77),
        errors.UnimplementedError,
        "no dtype of number 77",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_models_that_make_no_sense_are_errors(name, path):
    change, kind, text = CHANGES[name]
    with pytest.raises(kind, match=text):
        saved_model.load(changed(path, change))


def test_variables_that_are_gone_are_missed(path):
    saved_model.save(Net(), path)
    os.remove(os.path.join(path, "variables", "variables.index"))
    with pytest.raises(errors.NotFoundError, match="variables of the SavedModel are missing"):
        saved_model.load(path)


def test_loading_writes_no_files(path, tmp_path):
    target = tmp_path / "written"
    with rt.Graph().as_default(), rt.Session() as session:
        builder = saved_model.Builder(path)
        builder.add_meta_graph_and_variables(session, ["serve"], main_op=files.write_file(str(target), "text"))
        builder.save()
    with pytest.raises(errors.InvalidArgumentError, match="would run '.*' of type WriteFile while it is loaded"):
        saved_model.load(path)
    assert not target.exists()


def test_a_module_is_called_as_the_one_that_was_saved(tmp_path):
    class Scale(rt.Module):
        @autograph.function(input_signature=[rt.TensorSpec([None], rt.float32)])
        def __call__(self, x):
            return x * 2.0

    rt.saved_model.save(Scale(), str(tmp_path / "m"))
    assert rt.saved_model.load(str(tmp_path / "m"))(rt.constant([3.0])).tolist() == [6.0]
    rt.saved_model.save(rt.Module(), str(tmp_path / "n"))
    with pytest.raises(TypeError, match="without a compiled `__call__`"):
        rt.saved_model.load(str(tmp_path / "n"))()


NO_MODELS = {
    "a number": lambda: 3,
    "a string": lambda: "model",
    "nothing": lambda: None,
    "a list of numbers": lambda: [1],
    "a function": lambda: lambda x: x,
    "a compiled function": lambda: autograph.function(lambda x: x),
    "a class": lambda: rt.Module,
    "a tensor": lambda: rt.constant(1.0),
}


@pytest.mark.parametrize("make", NO_MODELS.values(), ids=NO_MODELS)
def test_what_has_no_attributes_to_save_is_refused(make, tmp_path):
    with pytest.raises(
        errors.InvalidArgumentError, match="made of a Module, or of another object with .*, not of .* of"
    ):
        saved_model.save(make(), str(tmp_path / "model"))
    assert list(tmp_path.iterdir()) == []
