"""The operations that TensorFlow 2.21 puts in a graph for a call: "name:type", or only the name where it says the type.

They stand in `operation_names.txt`: a call, and indented below it the operations. The calls take placeholders (see
`placeholders`) and are looked up in `tf`, ours or TensorFlow's own.
"""

from pathlib import Path


def placeholders(tf):
    """The names in the calls."""
    make = tf.compat.v1.placeholder
    shapes = {
        "x": ("float32", [2, 3]), "y": ("float32", [3, 2]), "v": ("float32", [3]), "i": ("int32", [2]),
        "b": ("bool", [2, 3]), "m": ("float32", [4, 2, 2]), "s": ("string", [2]), "w": ("float32", [1, 2, 3]),
        "z": ("float32", [None, 3]), "n": ("float32", None), "img": ("float32", [1, 4, 4, 1]),
    }  # fmt: skip
    return {"tf": tf, **{name: make(dtype, shape, name=name) for name, (dtype, shape) in shapes.items()}}


def operations_of(call, tf):
    """What the call puts in a new graph, as in `NAMES`."""
    with tf.Graph().as_default() as graph:
        known = placeholders(tf)
        before = len(graph.get_operations())
        eval(call, known)
        return " ".join(map(_text, graph.get_operations()[before:]))


def _text(op):
    last = op.name.rpartition("/")[2]
    return op.name if last.rstrip("0123456789").rstrip("_") == op.type else f"{op.name}:{op.type}"


def _read(lines):
    names, call = {}, ""
    for line in lines:
        if not line.startswith(" "):
            call, names[line] = line, []
        else:
            names[call] += line.split()
    return {call: " ".join(words) for call, words in names.items()}


NAMES = _read(Path(__file__).with_suffix(".txt").read_text().splitlines())
