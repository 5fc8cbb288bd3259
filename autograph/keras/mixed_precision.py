"""Computing in 16 bits with weights of 32."""

from autograph.keras.dtype_policies import DTypePolicy, dtype_policy, set_dtype_policy
from autograph.keras.optimizers.loss_scale import LossScaleOptimizer

Policy = DTypePolicy
global_policy, set_global_policy = dtype_policy, set_dtype_policy

__all__ = [
    "DTypePolicy", "LossScaleOptimizer", "Policy", "dtype_policy", "global_policy", "set_dtype_policy",
    "set_global_policy",
]  # fmt: skip
