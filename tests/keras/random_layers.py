"""Random layers: kinds, options and inputs, the same for a seed, for comparisons with Keras."""

import random

import numpy as np

ACTIVATIONS = [None, "relu", "tanh", "sigmoid", "elu", "selu", "softplus", "softsign", "gelu", "silu", "linear"]
SIZES = {1: (7,), 2: (6, 7), 3: (4, 5, 4)}


def array(draw, shape):
    return np.random.RandomState(draw.randrange(10**6)).randn(*shape).astype(np.float32)


def sizes(draw, rank, low, high):
    """One number for all dimensions, or one for each."""
    return draw.randint(low, high) if draw.random() < 0.5 else tuple(draw.randint(low, high) for _ in range(rank))


def images(draw, rank, channels, data_format, batch=2):
    spatial = SIZES[rank]
    shape = (batch, channels, *spatial) if data_format == "channels_first" else (batch, *spatial, channels)
    return array(draw, shape)


def data_format(draw):
    return draw.choice([None, "channels_last", "channels_last", "channels_first"])


def steps_of(draw, rank, options):
    """Strides or dilation, which exclude each other."""
    kind = draw.choice(["none", "strides", "dilation_rate"])
    if kind != "none":
        options[kind] = sizes(draw, rank, 1, 2)
    return options


def convolution(draw):
    rank = draw.choice([1, 1, 2, 2, 3])
    groups = draw.choice([1, 1, 2])
    options = {
        "filters": draw.randint(1, 2) * groups,
        "kernel_size": sizes(draw, rank, 1, 3),
        "padding": draw.choice(["valid", "same", *(["causal"] if rank == 1 else [])]),
        "groups": groups,
        "use_bias": draw.random() < 0.7,
        "activation": draw.choice(ACTIVATIONS),
        "data_format": data_format(draw),
    }
    options = steps_of(draw, rank, options)
    return f"Conv{rank}D", options, [images(draw, rank, 2 * groups, options["data_format"])]


def transposed(draw):
    rank = draw.choice([1, 2])
    options = {
        "filters": draw.randint(1, 3),
        "kernel_size": sizes(draw, rank, 1, 3),
        "padding": draw.choice(["valid", "same"]),
        "use_bias": draw.random() < 0.7,
        "activation": draw.choice(ACTIVATIONS),
        "data_format": data_format(draw),
    }
    options["strides"] = draw.randint(1, 3)
    if options["strides"] > 1 and draw.random() < 0.3:
        options["output_padding"] = draw.randint(0, options["strides"] - 1)
    return f"Conv{rank}DTranspose", options, [images(draw, rank, 2, options["data_format"])]


def by_channel(draw):
    rank, kind = draw.choice([1, 2]), draw.choice(["Depthwise", "Separable"])
    options = {
        "kernel_size": draw.randint(1, 3),
        "padding": draw.choice(["valid", "same"]),
        "use_bias": draw.random() < 0.7,
        "depth_multiplier": draw.randint(1, 2),
        "activation": draw.choice(ACTIVATIONS),
        "data_format": data_format(draw),
    }
    if draw.random() < 0.5:
        options[draw.choice(["strides", "dilation_rate"])] = 2
    if kind == "Separable":
        options["filters"] = draw.randint(1, 3)
    return f"{kind}Conv{rank}D", options, [images(draw, rank, 2, options["data_format"])]


def pooling(draw):
    rank = draw.choice([1, 2, 2, 3])
    options = {
        "pool_size": sizes(draw, rank, 1, 3),
        "strides": draw.choice([None, 1, 2, 3]),
        "padding": draw.choice(["valid", "same"]),
        "data_format": data_format(draw),
    }
    return f"{draw.choice(['Max', 'Average'])}Pooling{rank}D", options, [images(draw, rank, 2, options["data_format"])]


def whole_pooling(draw):
    rank = draw.choice([1, 2, 3])
    options = {"keepdims": draw.random() < 0.5, "data_format": data_format(draw)}
    name = f"Global{draw.choice(['Max', 'Average'])}Pooling{rank}D"
    return name, options, [images(draw, rank, 2, options["data_format"])]


def normalization(draw):
    kind = draw.choice(["BatchNormalization", "LayerNormalization", "GroupNormalization", "UnitNormalization"])
    x = images(draw, draw.choice([1, 2]), 4, None, batch=3)
    options = {}
    if kind != "UnitNormalization":
        options = {"epsilon": draw.choice([1e-3, 1e-2]), "center": draw.random() < 0.7, "scale": draw.random() < 0.7}
    if kind == "BatchNormalization":
        options |= {"axis": draw.choice([-1, 1]), "momentum": draw.choice([0.9, 0.5])}
    elif kind == "LayerNormalization":
        options["axis"] = draw.choice([-1, 1, [1, -1], [-1]])
    elif kind == "GroupNormalization":
        options["groups"] = draw.choice([1, 2, 4, -1])
    else:
        options["axis"] = draw.choice([-1, 1])
    return kind, options, [x]


def dense(draw):
    options = {
        "units": draw.randint(1, 4),
        "activation": draw.choice([*ACTIVATIONS, "softmax"]),
        "use_bias": draw.random() < 0.7,
        "kernel_regularizer": draw.choice([None, "l1", "l2", "L1L2"]),
        "bias_regularizer": draw.choice([None, "l2"]),
        "activity_regularizer": draw.choice([None, "l2"]),
    }
    return "Dense", options, [array(draw, draw.choice([(3, 4), (2, 3, 4), (2, 2, 3, 4)]))]


def recurrent_options(draw, kind):
    options = {
        "units": draw.randint(1, 4),
        "activation": draw.choice(["tanh", "relu", "sigmoid"]),
        "use_bias": draw.random() < 0.7,
        "return_sequences": draw.random() < 0.5,
        "return_state": draw.random() < 0.4,
        "go_backwards": draw.random() < 0.4,
        "unroll": draw.random() < 0.3,
        "stateful": draw.random() < 0.2,
    }
    if kind != "SimpleRNN":
        options["recurrent_activation"] = draw.choice(["sigmoid", "hard_sigmoid"])
    if kind == "GRU":
        options["reset_after"] = draw.random() < 0.5
    return options


def recurrent(draw):
    kind = draw.choice(["SimpleRNN", "LSTM", "GRU"])
    options = recurrent_options(draw, kind)
    if draw.random() < 0.3:
        options["zero_output_for_mask"] = True
    return kind, options, [array(draw, (2, 5, 3)), masks(draw)]


def masks(draw):
    """Masks that begin with what counts, or anywhere; or none."""
    if draw.random() < 0.4:
        return None
    ragged = np.array([[True] * 5, [True] * 3 + [False] * 2])
    anywhere = np.random.RandomState(draw.randrange(10**6)).rand(2, 5) < 0.6
    return draw.choice([ragged, anywhere])


def both_directions(draw):
    kind = draw.choice(["SimpleRNN", "LSTM", "GRU"])
    inner = {**recurrent_options(draw, kind), "go_backwards": False, "stateful": False}
    mode = draw.choice(["concat", "sum", "mul", "ave", None])
    return "Bidirectional", {"layer": (kind, inner), "merge_mode": mode}, [array(draw, (2, 5, 3)), masks(draw)]


def moving(draw):
    rank = draw.choice([1, 2, 3])
    kind = draw.choice(["ZeroPadding", "Cropping", "UpSampling"])
    options = {} if rank == 1 else {"data_format": data_format(draw)}
    x = images(draw, rank, 2, options.get("data_format"))
    if kind == "UpSampling":
        options["size"] = draw.randint(1, 3) if rank == 1 else sizes(draw, rank, 1, 3)
        if rank == 2:
            options["interpolation"] = draw.choice(["nearest", "bilinear"])
        return f"{kind}{rank}D", options, [x]
    name = "padding" if kind == "ZeroPadding" else "cropping"
    each = tuple((draw.randint(0, 2), draw.randint(0, 1)) for _ in range(rank))
    options[name] = draw.choice([1, each[0] if rank == 1 else each])
    return f"{kind}{rank}D", options, [x]


def shaping(draw):
    kind = draw.choice(["Reshape", "Permute", "Flatten", "RepeatVector", "Softmax", "PReLU", "ReLU", "Embedding"])
    x = array(draw, (2, 3, 4))
    if kind == "Reshape":
        return kind, {"target_shape": draw.choice([(12,), (4, 3), (-1, 2), (2, -1, 3)])}, [x]
    if kind == "Permute":
        return kind, {"dims": draw.choice([(2, 1), (1, 2)])}, [x]
    if kind == "Flatten":
        return kind, {"data_format": data_format(draw)}, [x]
    if kind == "RepeatVector":
        return kind, {"n": draw.randint(1, 3)}, [x[0]]
    if kind == "Softmax":
        return kind, {"axis": draw.choice([-1, 1, 2])}, [x]
    if kind == "PReLU":
        return kind, {"shared_axes": draw.choice([None, [1], [2], [1, 2]])}, [x]
    if kind == "ReLU":
        return (
            kind,
            {
                "max_value": draw.choice([None, 1.0]),
                "negative_slope": draw.choice([0.0, 0.2]),
                "threshold": draw.choice([0.0, 0.5]),
            },
            [x],
        )
    ids = np.random.RandomState(draw.randrange(10**6)).randint(0, 6, (3, 4)).astype(np.int32)
    return "Embedding", {"input_dim": 6, "output_dim": draw.randint(1, 3), "mask_zero": draw.random() < 0.5}, [ids]


def merging(draw):
    kind = draw.choice(["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate", "Dot"])
    shapes = [(2, 3, 4), (2, 3, 4)]
    options = {}
    if kind == "Concatenate":
        options["axis"] = draw.choice([-1, 1, 2])
    elif kind == "Dot":
        options = {"axes": draw.choice([1, 2, (1, 1), (2, 2), -1]), "normalize": draw.random() < 0.5}
    elif kind != "Subtract" and draw.random() < 0.4:
        shapes = [(2, 3, 4), (2, 1, 4), (2, 3, 1)]
    return kind, options, [[array(draw, shape) for shape in shapes]]


KINDS = [
    convolution,
    convolution,
    convolution,
    transposed,
    by_channel,
    pooling,
    pooling,
    whole_pooling,
    normalization,
    dense,
    recurrent,
    recurrent,
    recurrent,
    both_directions,
    both_directions,
    moving,
    shaping,
    merging,
]


def sample(seed):
    """The name of a layer, its options, and its inputs: a value or a list of them, then perhaps a mask."""
    draw = random.Random(seed)
    return draw.choice(KINDS)(draw)


def make(layers, name, options):
    """The layer; the options of one inside are those of a layer of the same package."""
    options = dict(options)
    if isinstance(options.get("layer"), tuple):
        kind, inner = options["layer"]
        options["layer"] = getattr(layers, kind)(**inner)
    return getattr(layers, name)(**options)
