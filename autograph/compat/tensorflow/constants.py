"""Numbers, names and enumerations of TensorFlow that programs ask for."""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable
from typing import Any

from runtime import current

VERSION = "2.21.0"
"""The version of TensorFlow whose names and meanings these are."""

__version__ = VERSION
GIT_VERSION = "unknown"
COMPILER_VERSION = "unknown"
GRAPH_DEF_VERSION = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
newaxis = None


class AggregationMethod:
    """How gradients of one tensor are added up: accepted and without effect."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


class VariableAggregation(enum.Enum):
    """How copies of a variable on several devices are merged: accepted and without effect."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class VariableSynchronization(enum.Enum):
    """When copies of a variable on several devices are merged: accepted and without effect."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class Algorithm(enum.Enum):
    """Algorithms of random generators."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


def get_logger() -> logging.Logger:
    """The logger that programs write to under TensorFlow's name."""
    return logging.getLogger("tensorflow")


def get_current_name_scope() -> str:
    """The name scope that is open, without a slash at the end."""
    graph = current.current_graph()
    scope: str = current.state.name_scope if graph is None else graph.get_name_scope()
    return scope.rstrip("/")


def gpu_device_name() -> str:
    """The name of a GPU, "" since there is none."""
    return ""


def get_build_info() -> dict[str, Any]:
    """What is known of the build: no GPU."""
    return {"is_cuda_build": False, "is_rocm_build": False}


def called(func: Callable[..., Any], *inputs: Any) -> Any:
    """Calls the function: there is one compiler, and `tf.function` is its name."""
    return func(*inputs)
