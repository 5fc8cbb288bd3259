"""Sample inputs of the ops that optimizers run."""

import numpy as np

from runtime import dtypes
from runtime.registry import all_op_types, op_def

SCALARS = {
    "alpha": 0.1, "lr": 0.1, "momentum": 0.9, "beta1_power": 0.81, "beta2_power": 0.998, "beta1": 0.9, "beta2": 0.999,
    "epsilon": 1e-3, "rho": 0.9, "l1": 0.05, "l2": 0.1, "lr_power": -0.5, "l2_shrinkage": 0.2, "logbase": 1.0,
    "sign_decay": 0.9, "beta": 0.8,
}  # fmt: skip
SLOTS = [[1.0, -0.5, 2.0], [0.4, 0.6, 0.5], [0.9, 0.7, 0.8], [0.95, 0.85, 0.75]]
SMALL = [0.1, -0.2, 0.05]
FLAGS = ("use_nesterov", "update_slots", "multiply_linear_by_lr")

OPS = [name for name in all_op_types() if name.startswith(("ResourceApply", "ResourceSparseApply"))]
CALLS = [
    (op, attrs)
    for op in OPS
    for attrs in [{}, *[{flag: not op_def(op).attrs[flag].default} for flag in FLAGS if flag in op_def(op).attrs]]
]


def arguments(op):
    """For each input of the op its name and a value: arrays of three numbers for variables."""
    slots = iter(SLOTS)
    values = {}
    for arg in op_def(op).inputs:
        if arg.type is dtypes.resource:
            values[arg.name] = np.array(SMALL if arg.name == "mg" else next(slots), np.float32)
        elif arg.name in ("grad", "delta"):
            values[arg.name] = np.array([0.3, -0.2] if "Sparse" in op else [0.3, -0.2, 0.1], np.float32)
        elif arg.name == "indices":
            values[arg.name] = np.array([2, 0], np.int32)
        else:
            values[arg.name] = np.int64(3) if arg.name == "global_step" else np.float32(SCALARS[arg.name])
    return values


EXPECTED = {  # the variables after one step, as TensorFlow has them
    ("ResourceApplyAdaMax", ()): [[0.771955, -0.89081, 1.697444], [0.39, 0.52, 0.46], [0.8991, 0.6993, 0.7992]],
    ("ResourceApplyAdadelta", ()): [
        [0.953185, -0.477318, 1.986688],
        [0.369, 0.544, 0.451],
        [0.831916, 0.635145, 0.721772],
    ],
    ("ResourceApplyAdagrad", ()): [[0.957143, -0.475, 1.985997], [0.49, 0.64, 0.51]],
    ("ResourceApplyAdagrad", (("update_slots", False),)): [[0.952566, -0.47418, 1.985858], [0.4, 0.6, 0.5]],
    ("ResourceApplyAdagradDA", ()): [[-0.053659, -0.028083, -0.048387], [0.7, 0.4, 0.6], [0.99, 0.74, 0.81]],
    ("ResourceApplyAdagradV2", ()): [[0.957204, -0.475031, 1.986017], [0.49, 0.64, 0.51]],
    ("ResourceApplyAdagradV2", (("update_slots", False),)): [[0.952641, -0.474213, 1.985878], [0.4, 0.6, 0.5]],
    ("ResourceApplyAdam", ()): [[0.99033, -0.514618, 1.987902], [0.39, 0.52, 0.46], [0.89919, 0.69934, 0.79921]],
    ("ResourceApplyAdam", (("use_nesterov", True),)): [
        [0.990553, -0.512594, 1.988849],
        [0.39, 0.52, 0.46],
        [0.89919, 0.69934, 0.79921],
    ],
    ("ResourceApplyAdamWithAmsgrad", ()): [
        [0.990592, -0.513261, 1.987902],
        [0.39, 0.52, 0.46],
        [0.89919, 0.69934, 0.79921],
        [0.95, 0.85, 0.79921],
    ],
    ("ResourceApplyAddSign", ()): [[0.97, -0.516, 1.99], [0.38, 0.44, 0.42]],
    ("ResourceApplyCenteredRMSProp", ()): [
        [0.139692, -1.101856, 1.265076],
        [0.12, -0.2, 0.055],
        [0.369, 0.544, 0.451],
        [0.860308, 0.601856, 0.734924],
    ],
    ("ResourceApplyFtrl", ()): [[-0.06591, -0.070368, -0.096613], [0.49, 0.64, 0.51], [0.524555, 0.627017, 0.759278]],
    ("ResourceApplyFtrl", (("multiply_linear_by_lr", True),)): [
        [-1.19091, -0.838661, -1.077349],
        [0.49, 0.64, 0.51],
        [0.862455, 0.692702, 0.795928],
    ],
    ("ResourceApplyFtrlV2", ()): [
        [-0.121466, -0.045978, -0.205584],
        [0.49, 0.64, 0.51],
        [0.924555, 0.427017, 1.559278],
    ],
    ("ResourceApplyFtrlV2", (("multiply_linear_by_lr", True),)): [
        [-1.246466, -0.81427, -1.186319],
        [0.49, 0.64, 0.51],
        [0.902456, 0.672702, 0.875928],
    ],
    ("ResourceApplyGradientDescent", ()): [[0.97, -0.48, 1.99]],
    ("ResourceApplyKerasMomentum", ()): [[1.33, 0.06, 2.44], [0.33, 0.56, 0.44]],
    ("ResourceApplyKerasMomentum", (("use_nesterov", True),)): [[1.267, 0.024, 2.386], [0.33, 0.56, 0.44]],
    ("ResourceApplyMomentum", ()): [[0.934, -0.534, 1.945], [0.66, 0.34, 0.55]],
    ("ResourceApplyMomentum", (("use_nesterov", True),)): [[0.9106, -0.5106, 1.9405], [0.66, 0.34, 0.55]],
    ("ResourceApplyPowerSign", ()): [[0.926212, -0.491869, 1.975404], [0.38, 0.44, 0.42]],
    ("ResourceApplyProximalAdagrad", ()): [[0.93662, -0.462963, 1.951667], [0.49, 0.64, 0.51]],
    ("ResourceApplyProximalGradientDescent", ()): [[0.955446, -0.470297, 1.965347]],
    ("ResourceApplyRMSProp", ()): [
        [0.14068, -1.102909, 1.265126],
        [0.369, 0.544, 0.451],
        [0.85932, 0.602909, 0.734874],
    ],
    ("ResourceSparseApplyAdadelta", ()): [[1.031423, -0.5, 1.960413], [0.364, 0.6, 0.459], [0.819874, 0.7, 0.735672]],
    ("ResourceSparseApplyAdagrad", ()): [[1.030151, -0.5, 1.960943], [0.44, 0.6, 0.59]],
    ("ResourceSparseApplyAdagrad", (("update_slots", False),)): [[1.031623, -0.5, 1.957574], [0.4, 0.6, 0.5]],
    ("ResourceSparseApplyAdagradDA", ()): [[-0.005002, -0.5, -0.066776], [0.2, 0.6, 0.8], [0.94, 0.7, 0.89]],
    ("ResourceSparseApplyAdagradV2", ()): [[1.030106, -0.5, 1.960994], [0.44, 0.6, 0.59]],
    ("ResourceSparseApplyAdagradV2", (("update_slots", False),)): [[1.031573, -0.5, 1.957633], [0.4, 0.6, 0.5]],
    ("ResourceSparseApplyCenteredRMSProp", ()): [
        [0.223329, -0.5, 1.235494],
        [0.07, -0.2, 0.075],
        [0.364, 0.6, 0.459],
        [0.776671, 0.7, 0.764506],
    ],
    ("ResourceSparseApplyFtrl", ()): [[-0.049948, -0.5, 0.008902], [0.44, 0.6, 0.59], [0.391306, 0.7, -0.120156]],
    ("ResourceSparseApplyFtrl", (("multiply_linear_by_lr", True),)): [
        [-1.235328, -0.5, -0.891983],
        [0.44, 0.6, 0.59],
        [0.849131, 0.7, 0.707984],
    ],
    ("ResourceSparseApplyFtrlV2", ()): [[-0.108485, -0.5, -0.079918], [0.44, 0.6, 0.59], [0.791306, 0.7, 0.679844]],
    ("ResourceSparseApplyFtrlV2", (("multiply_linear_by_lr", True),)): [
        [-1.293865, -0.5, -0.993491],
        [0.44, 0.6, 0.59],
        [0.889131, 0.7, 0.787984],
    ],
    ("ResourceSparseApplyKerasMomentum", ()): [[1.38, -0.5, 2.42], [0.38, 0.6, 0.42]],
    ("ResourceSparseApplyKerasMomentum", (("use_nesterov", True),)): [[1.362, -0.5, 2.348], [0.38, 0.6, 0.42]],
    ("ResourceSparseApplyMomentum", ()): [[0.984, -0.5, 1.925], [0.16, 0.6, 0.75]],
    ("ResourceSparseApplyMomentum", (("use_nesterov", True),)): [[1.0056, -0.5, 1.9025], [0.16, 0.6, 0.75]],
    ("ResourceSparseApplyProximalAdagrad", ()): [[1.007426, -0.5, 1.929316], [0.44, 0.6, 0.59]],
    ("ResourceSparseApplyProximalGradientDescent", ()): [[1.004951, -0.5, 1.945545]],
    ("ResourceSparseApplyRMSProp", ()): [[0.223104, -0.5, 1.235767], [0.364, 0.6, 0.459], [0.776896, 0.7, 0.764233]],
}
