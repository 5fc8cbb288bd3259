"""Random losses, metrics and optimizers with their options and inputs, the same for a seed."""

import random

import numpy as np

REDUCTIONS = ["sum_over_batch_size", "sum", "none", "mean", "mean_with_sample_weight"]


def values(draw, kind, shape):
    """Labels and predictions of a kind, of a shape whose last axis is that of classes."""
    source = np.random.RandomState(draw.randrange(10**6))
    logits = source.randn(*shape).astype(np.float32)
    probabilities = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    classes = source.randint(0, shape[-1], shape[:-1])
    if kind == "classes":
        return classes, probabilities, logits
    if kind == "one_hot":
        return np.eye(shape[-1], dtype=np.float32)[classes], probabilities, logits
    if kind == "binary":
        return (source.rand(*shape) < 0.5).astype(np.float32), source.rand(*shape).astype(np.float32), logits
    return source.rand(*shape).astype(np.float32), source.rand(*shape).astype(np.float32), logits


LOSSES = {
    "MeanSquaredError": ("real", {}),
    "MeanAbsoluteError": ("real", {}),
    "MeanSquaredLogarithmicError": ("real", {}),
    "MeanAbsolutePercentageError": ("real", {}),
    "LogCosh": ("real", {}),
    "Poisson": ("real", {}),
    "KLDivergence": ("real", {}),
    "Huber": ("real", {"delta": [0.1, 0.5, 1.0]}),
    "CosineSimilarity": ("real", {"axis": [-1, 1]}),
    "Hinge": ("binary", {}),
    "SquaredHinge": ("binary", {}),
    "CategoricalHinge": ("one_hot", {}),
    "Dice": ("one_hot", {"axis": [None, -1, [1]]}),
    "Tversky": ("one_hot", {"alpha": [0.3, 0.7], "beta": [0.3, 0.7]}),
    "BinaryCrossentropy": ("binary", {"from_logits": [False, True], "label_smoothing": [0.0, 0.2], "axis": [-1, 1]}),
    "CategoricalCrossentropy": ("one_hot", {"from_logits": [False, True], "label_smoothing": [0.0, 0.2]}),
    "SparseCategoricalCrossentropy": ("classes", {"from_logits": [False, True], "ignore_class": [None, 0, -1]}),
    "BinaryFocalCrossentropy": (
        "binary",
        {
            "from_logits": [False, True],
            "gamma": [1.0, 2.0],
            "label_smoothing": [0.0, 0.2],
            "apply_class_balancing": [False, True],
            "alpha": [0.25, 0.6],
        },
    ),
    "CategoricalFocalCrossentropy": (
        "one_hot",
        {"from_logits": [False, True], "gamma": [1.0, 2.0], "alpha": [0.25, 0.6], "label_smoothing": [0.0, 0.2]},
    ),
    "CategoricalGeneralizedCrossEntropy": ("classes", {"q": [0.3, 0.7]}),
}

METRICS = {
    "BinaryAccuracy": ("binary", {"threshold": [0.3, 0.5, 0.9]}),
    "CategoricalAccuracy": ("one_hot", {}),
    "SparseCategoricalAccuracy": ("classes", {}),
    "TopKCategoricalAccuracy": ("one_hot", {"k": [1, 2]}),
    "SparseTopKCategoricalAccuracy": ("classes", {"k": [1, 2]}),
    "AUC": (
        "binary",
        {
            "num_thresholds": [5, 200],
            "curve": ["ROC", "PR"],
            "summation_method": ["interpolation", "minoring", "majoring"],
            "multi_label": [False, True],
        },
    ),
    "Precision": ("binary", {"thresholds": [None, 0.3, [0.2, 0.8]], "top_k": [None, 2], "class_id": [None, 1]}),
    "Recall": ("binary", {"thresholds": [None, 0.3, [0.2, 0.8]], "top_k": [None, 2], "class_id": [None, 1]}),
    "TruePositives": ("binary", {"thresholds": [None, 0.3, [0.2, 0.8]]}),
    "FalseNegatives": ("binary", {"thresholds": [None, 0.3, [0.2, 0.8]]}),
    "PrecisionAtRecall": ("binary", {"recall": [0.3, 0.8], "num_thresholds": [20, 200]}),
    "SensitivityAtSpecificity": ("binary", {"specificity": [0.3, 0.8], "num_thresholds": [20, 200]}),
    "F1Score": ("one_hot", {"average": [None, "micro", "macro", "weighted"], "threshold": [None, 0.4]}),
    "FBetaScore": ("one_hot", {"beta": [0.5, 2.0], "average": [None, "micro", "macro", "weighted"]}),
    "MeanIoU": ("guesses", {"num_classes": [4]}),
    "IoU": ("guesses", {"num_classes": [4], "target_class_ids": [[0], [1, 2]]}),
    "OneHotMeanIoU": ("one_hot", {"num_classes": [4]}),
    "RootMeanSquaredError": ("real", {}),
    "R2Score": (
        "real",
        {"class_aggregation": [None, "uniform_average", "variance_weighted_average"], "num_regressors": [0, 2]},
    ),
    "MeanSquaredError": ("real", {}),
    "CosineSimilarity": ("real", {"axis": [-1]}),
    "KLDivergence": ("real", {}),
    "BinaryCrossentropy": ("binary", {"from_logits": [False, True], "label_smoothing": [0.0, 0.1]}),
    "SparseCategoricalCrossentropy": ("classes", {"from_logits": [False, True]}),
}

OPTIMIZERS = {
    "SGD": {"momentum": [0.0, 0.5, 0.9], "nesterov": [False, True]},
    "Adam": {"beta_1": [0.5, 0.9], "beta_2": [0.9, 0.999], "epsilon": [1e-7, 1e-3], "amsgrad": [False, True]},
    "AdamW": {"weight_decay": [0.004, 0.1], "beta_1": [0.5, 0.9], "amsgrad": [False, True]},
    "Adamax": {"beta_1": [0.5, 0.9], "beta_2": [0.9, 0.999], "epsilon": [1e-7, 1e-3]},
    "Nadam": {"beta_1": [0.5, 0.9], "beta_2": [0.9, 0.999]},
    "Adagrad": {"initial_accumulator_value": [0.1, 0.5], "epsilon": [1e-7, 1e-3]},
    "Adadelta": {"rho": [0.5, 0.95], "epsilon": [1e-7, 1e-3]},
    "RMSprop": {"rho": [0.5, 0.9], "momentum": [0.0, 0.7], "epsilon": [1e-7, 1e-3], "centered": [False, True]},
    "Ftrl": {
        "learning_rate_power": [-0.5, -0.8, 0.0],
        "initial_accumulator_value": [0.1, 0.4],
        "beta": [0.0, 0.2],
        "l1_regularization_strength": [0.0, 0.02],
        "l2_regularization_strength": [0.0, 0.02],
        "l2_shrinkage_regularization_strength": [0.0, 0.1],
    },
    "Lion": {"beta_1": [0.5, 0.9], "beta_2": [0.9, 0.99]},
    "Lamb": {"beta_1": [0.5, 0.9], "beta_2": [0.9, 0.999]},
}
AROUND = [
    {},
    {},
    {"clipnorm": 0.5},
    {"clipvalue": 0.3},
    {"global_clipnorm": 0.5},
    {"weight_decay": 0.05},
    {"use_ema": True, "ema_momentum": 0.8},
    {"use_ema": True, "ema_overwrite_frequency": 2},
    {"gradient_accumulation_steps": 2},
    {"loss_scale_factor": 4.0},
]


def chosen(draw, options):
    return {name: draw.choice(choices) for name, choices in options.items() if draw.random() < 0.6 or len(choices) == 1}


def weights(draw, shape):
    if draw.random() < 0.5:
        return None
    return np.random.RandomState(draw.randrange(10**6)).rand(*shape).astype(np.float32)


def loss(seed):
    """A name, options, labels, predictions and weights."""
    draw = random.Random(seed)
    name = draw.choice(sorted(LOSSES))
    kind, options = LOSSES[name]
    picked = {**chosen(draw, options), "reduction": draw.choice(REDUCTIONS)}
    shape = (6, 4) if draw.random() < 0.6 else (2, 3, 4)
    labels, probabilities, logits = values(draw, kind, shape)
    predicted = logits if picked.get("from_logits") else probabilities
    return name, picked, labels, predicted, weights(draw, shape[: draw.randint(1, len(shape) - 1)])


def metric(seed):
    """A name, options, and two batches of labels, predictions and weights."""
    draw = random.Random(seed)
    name = draw.choice(sorted(METRICS))
    kind, options = METRICS[name]
    picked, batches = chosen(draw, options), []
    for _ in range(2):
        labels, probabilities, logits = values(draw, "classes" if kind == "guesses" else kind, (6, 4))
        predicted = logits.argmax(-1) if kind == "guesses" else logits if picked.get("from_logits") else probabilities
        batches.append((labels, predicted, weights(draw, (6,))))
    return name, picked, batches


def optimizer(seed):
    """A name, options, variables at first, and a list of gradients."""
    draw = random.Random(seed)
    name = draw.choice(sorted(OPTIMIZERS))
    around = draw.choice(AROUND)
    picked = {**chosen(draw, OPTIMIZERS[name]), **around, "learning_rate": draw.choice([0.001, 0.05])}
    source = np.random.RandomState(draw.randrange(10**6))
    shapes = [(3, 2), (2,), ()]
    many = [[np.asarray(source.randn(*shape), np.float32) for shape in shapes] for _ in range(6)]
    return name, picked, many[0], many[1:]
