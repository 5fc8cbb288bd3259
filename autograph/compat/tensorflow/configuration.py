"""`tf.config`: devices, and switches that this project does not need.

There is one device, the CPU. The switches are accepted, so that programs run unchanged, and say in the log (of the
logger "autograph", at level INFO) that they are without effect.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from runtime.function import functions_run_eagerly, run_functions_eagerly

__all__ = [
    "LogicalDevice", "LogicalDeviceConfiguration", "PhysicalDevice", "functions_run_eagerly", "list_logical_devices",
    "list_physical_devices", "run_functions_eagerly",
]  # fmt: skip

_logger = logging.getLogger("autograph")


class PhysicalDevice(NamedTuple):
    """A device of the machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that operations may be put on."""

    name: str
    device_type: str


class LogicalDeviceConfiguration(NamedTuple):
    """How a device is cut into parts; without effect."""

    memory_limit: Any = None
    experimental_priority: Any = None
    experimental_device_ordinal: Any = None


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of the machine that are of use here: the CPU.

    >>> list_physical_devices("GPU")
    []
    """
    return [PhysicalDevice("/physical_device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that operations may be put on: the CPU."""
    return [LogicalDevice("/device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


def without_effect(name: str, result: Any = None) -> Callable[..., Any]:
    """A function that takes everything and does nothing.

    Args:
        name: how it is called in TensorFlow.
        result: what it returns.
    """

    def accept(*args: Any, **kwargs: Any) -> Any:
        """Takes anything, logs that it has no effect, and gives the fixed result."""
        _logger.info("tf.%s is accepted and without effect.", name)
        return result

    accept.__name__ = accept.__qualname__ = name.rpartition(".")[2]
    accept.__doc__ = f"TensorFlow's `tf.{name}`: accepted and without effect; returns {result!r}."
    return accept


_SWITCHES: dict[str, Any] = {
    "config.experimental_connect_to_cluster": None,
    "config.experimental_connect_to_host": None,
    "config.get_logical_device_configuration": None,
    "config.get_soft_device_placement": True,
    "config.set_logical_device_configuration": None,
    "config.set_soft_device_placement": None,
    "config.set_visible_devices": None,
    "config.experimental.disable_mlir_bridge": None,
    "config.experimental.enable_mlir_bridge": None,
    "config.experimental.enable_op_determinism": None,
    "config.experimental.enable_tensor_float_32_execution": None,
    "config.experimental.get_device_details": {},
    "config.experimental.get_memory_growth": False,
    "config.experimental.get_synchronous_execution": True,
    "config.experimental.set_device_policy": None,
    "config.experimental.set_memory_growth": None,
    "config.experimental.set_synchronous_execution": None,
    "config.experimental.set_virtual_device_configuration": None,
    "config.experimental.get_virtual_device_configuration": None,
    "config.experimental.tensor_float_32_execution_enabled": False,
    "config.optimizer.get_experimental_options": {},
    "config.optimizer.get_jit": "",
    "config.optimizer.set_experimental_options": None,
    "config.optimizer.set_jit": None,
    "config.threading.get_inter_op_parallelism_threads": 0,
    "config.threading.get_intra_op_parallelism_threads": 0,
    "config.threading.set_inter_op_parallelism_threads": None,
    "config.threading.set_intra_op_parallelism_threads": None,
    "debugging.disable_traceback_filtering": None,
    "debugging.enable_traceback_filtering": None,
    "debugging.get_log_device_placement": False,
    "debugging.is_traceback_filtering_enabled": False,
    "debugging.set_log_device_placement": None,
}
"""What is accepted without effect, and what it returns."""

for _name, _result in _SWITCHES.items():
    globals()[_name.replace(".", "_")] = without_effect(_name, _result)


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that may be used: all."""
    return list_physical_devices(device_type)
