"""What Keras 3 gives for its optimizers after five steps (see `GRADIENTS`), and for schedules at some steps."""

import numpy as np

GRADIENTS = [([np.sin(i), np.cos(2 * i)], [np.sin(3 * i + 1)]) for i in range(5)]
STEPS = (0, 3, 10, 25)

OPTIMIZERS = [
    ("SGD", {}, [0.886491, -2.074488, 0.43822]),
    ("SGD", {"momentum": 0.9}, [0.513066, -2.257142, 0.298978]),
    ("SGD", {"momentum": 0.9, "nesterov": True}, [0.448251, -2.305916, 0.2573]),
    ("Adam", {}, [0.736139, -2.168757, 0.348785]),
    ("Adam", {"amsgrad": True}, [0.736139, -2.168757, 0.348785]),
    ("AdamW", {}, [0.73433, -2.164559, 0.347972]),
    ("Adamax", {}, [0.807824, -2.152988, 0.355933]),
    ("Nadam", {}, [0.837249, -2.083354, 0.407441]),
    ("Adagrad", {}, [0.875014, -2.058683, 0.431666]),
    ("Adadelta", {}, [0.999814, -2.000072, 0.499892]),
    ("RMSprop", {}, [0.587097, -2.187215, 0.263527]),
    ("RMSprop", {"centered": True}, [0.541722, -2.205183, 0.24332]),
    ("RMSprop", {"momentum": 0.5}, [0.112874, -2.344106, 0.097745]),
    ("RMSprop", {"momentum": 0.5, "centered": True}, [0.030467, -2.378061, 0.059671]),
    ("Ftrl", {}, [-0.124986, -1.455661, 0.255774]),
    (
        "Ftrl",
        {
            "l1_regularization_strength": 0.01,
            "l2_regularization_strength": 0.02,
            "l2_shrinkage_regularization_strength": 0.1,
            "beta": 0.3,
        },
        [-0.119232, -1.048411, 0.173402],
    ),
    ("Lion", {}, [0.8, -1.9, 0.4]),
    ("Lamb", {}, [0.116252, -2.508414, 0.295245]),
    ("SGD", {"clipnorm": 0.5}, [0.956413, -2.038679, 0.457983]),
    ("SGD", {"clipvalue": 0.1}, [0.98, -1.99, 0.49]),
    ("Adam", {"global_clipnorm": 0.5}, [0.748997, -2.167275, 0.360788]),
    ("SGD", {"weight_decay": 0.1}, [0.841931, -1.974104, 0.415546]),
    ("Adam", {"weight_decay": 0.1}, [0.691815, -2.065749, 0.32888]),
    ("SGD", {"use_ema": True, "ema_momentum": 0.9}, [0.886491, -2.074488, 0.43822]),
    ("Adam", {"use_ema": True, "ema_momentum": 0.5, "ema_overwrite_frequency": 3}, [0.79772, -2.165956, 0.36485]),
    ("SGD", {"gradient_accumulation_steps": 3}, [0.941641, -1.997674, 0.475278]),
    ("Adam", {"gradient_accumulation_steps": 2, "weight_decay": 0.1, "clipnorm": 1.0}, [0.781135, -2.153121, 0.291334]),
    ("SGD", {"loss_scale_factor": 4.0}, [0.971623, -2.018622, 0.484555]),
]
SCHEDULES = [
    (
        "ExponentialDecay",
        {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5},
        [0.1, 0.081225, 0.05, 0.017678],
    ),
    (
        "ExponentialDecay",
        {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5, "staircase": True},
        [0.1, 0.1, 0.05, 0.025],
    ),
    (
        "InverseTimeDecay",
        {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5},
        [0.1, 0.086957, 0.066667, 0.044444],
    ),
    (
        "PolynomialDecay",
        {"initial_learning_rate": 0.1, "decay_steps": 10, "power": 2.0},
        [0.1, 0.049051, 0.0001, 0.0001],
    ),
    (
        "PolynomialDecay",
        {"initial_learning_rate": 0.1, "decay_steps": 10, "cycle": True},
        [0.1, 0.07003, 0.0001, 0.01675],
    ),
    ("PiecewiseConstantDecay", {"boundaries": [3, 10], "values": [1.0, 0.5, 0.1]}, [1.0, 1.0, 0.5, 0.1]),
    ("CosineDecay", {"initial_learning_rate": 0.1, "decay_steps": 10, "alpha": 0.1}, [0.1, 0.08145, 0.01, 0.01]),
    (
        "CosineDecay",
        {"initial_learning_rate": 0.01, "decay_steps": 10, "warmup_target": 0.1, "warmup_steps": 5},
        [0.01, 0.064, 0.05, 0.0],
    ),
    (
        "CosineDecayRestarts",
        {"initial_learning_rate": 0.1, "first_decay_steps": 4},
        [0.1, 0.014645, 0.014645, 0.008427],
    ),
    (
        "CosineDecayRestarts",
        {"initial_learning_rate": 0.1, "first_decay_steps": 4, "t_mul": 1.0, "m_mul": 0.5, "alpha": 0.1},
        [0.1, 0.02318, 0.02125, 0.0112],
    ),
]
