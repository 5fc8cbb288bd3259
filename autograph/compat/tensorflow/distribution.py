"""`tf.distribute`: strategies for the one device that there is.

Programs written for several devices run unchanged, with one replica. What needs more than one process or a TPU says so.
"""

from __future__ import annotations

import contextlib
import enum
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import runtime as rt
from runtime import nest, user_functions
from runtime.errors import NotFoundError, UnimplementedError

from .user_calls import convert_user_functions

__all__ = [
    "InputContext", "InputOptions", "MirroredStrategy", "MultiWorkerMirroredStrategy", "OneDeviceStrategy", "ReduceOp",
    "ReplicaContext", "RunOptions", "Strategy", "TPUStrategy", "get_replica_context", "get_strategy", "has_strategy",
    "in_cross_replica_context",
]  # fmt: skip

convert_user_functions()


class ReduceOp(enum.Enum):
    """How the values of replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"


class InputContext:
    """Which part of the input a pipeline is to make: all of it.

    Attributes:
        num_input_pipelines: how many pipelines there are.
        input_pipeline_id: the number of this one.
        num_replicas_in_sync: how many replicas share a batch.
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The size of a replica's part of a batch.

        Raises:
            ValueError: the batch cannot be cut into equal parts.
        """
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(f"{global_batch_size} cannot be divided by {self.num_replicas_in_sync} replicas.")
        return global_batch_size // self.num_replicas_in_sync


class _Options:
    """Settings that are accepted and without effect."""

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(settings)


class InputOptions(_Options):
    """Settings of a distributed dataset; accepted and without effect."""


class RunOptions(_Options):
    """Settings of `Strategy.run`; accepted and without effect."""


class _Contexts(threading.local):
    """The strategies whose scope is open in this thread, and the replicas that run."""

    def __init__(self) -> None:
        self.scopes: list[Strategy] = []
        self.replicas: list[ReplicaContext] = []


class Strategy:
    """Where variables are and steps run: on one device, as one replica.

    >>> strategy = Strategy()
    >>> with strategy.scope():
    ...     v = rt.Variable(3.0)
    >>> float(strategy.run(lambda x: x * v, args=(rt.constant(2.0),)))
    6.0
    """

    def __init__(self, extended: Any = None) -> None:
        self._extended = extended

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas share a step: one."""
        return 1

    @property
    def extended(self) -> StrategyExtended:
        """What libraries use."""
        return StrategyExtended(self)

    @property
    def cluster_resolver(self) -> Any:
        """What knows the other processes; there are none."""
        return None

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Context in which this is the current strategy."""
        _contexts.scopes.append(self)
        try:
            yield self
        finally:
            _contexts.scopes.pop()

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        options: Any = None,
    ) -> Any:
        """Calls a function once for each replica: once.

        Args:
            fn: the function; in a function that is being traced it is converted.
            args: its positional arguments.
            kwargs: the others.
            options: without effect.

        Returns:
            What it returns.
        """
        with self.scope():
            _contexts.replicas.append(ReplicaContext(self))
            try:
                return user_functions.call(fn, *args, **(kwargs or {}))
            finally:
                _contexts.replicas.pop()

    def reduce(self, reduce_op: ReduceOp | str, value: Any, axis: int | None = None) -> Any:
        """The values of all replicas as one.

        Args:
            reduce_op: `ReduceOp.SUM` or `ReduceOp.MEAN`, or its name.
            value: a tensor or a structure of them.
            axis: which axis to reduce within the value, too; None for no axis.
        """
        kind = _kind(reduce_op)
        if axis is None:
            return value
        reduction = rt.reduce_sum if kind is ReduceOp.SUM else rt.reduce_mean
        return nest.map_structure(lambda leaf: reduction(leaf, axis), value)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all replicas, joined along an axis."""
        return value

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of the replicas of this process."""
        return (value,)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """A dataset whose batches are cut into parts for the replicas: the dataset itself."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn: Callable[[InputContext], Any], options: Any = None) -> Any:
        """The dataset that a function makes for each pipeline."""
        return dataset_fn(InputContext())

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def experimental_distribute_values_from_function(self, value_fn: Callable[[Any], Any]) -> Any:
        """The value that a function makes for each replica."""
        return value_fn(ReplicaContext(self))


class StrategyExtended:
    """What libraries use of a strategy.

    Attributes:
        worker_devices: the devices that compute.
        parameter_devices: the devices that hold variables.
    """

    worker_devices = parameter_devices = ("/device:CPU:0",)

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy

    def update(
        self, var: Any, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: dict[str, Any] | None = None,
        group: bool = True,
    ) -> Any:  # fmt: skip
        """Calls `fn(var, *args)` where the variable is."""
        return fn(var, *args, **(kwargs or {}))

    def reduce_to(self, reduce_op: ReduceOp | str, value: Any, destinations: Any, options: Any = None) -> Any:
        """The values of all replicas as one (see `Strategy.reduce`)."""
        return self._strategy.reduce(reduce_op, value)

    def batch_reduce_to(self, reduce_op: ReduceOp | str, value_destination_pairs: Any, options: Any = None) -> Any:
        """Several values, each reduced (see `reduce_to`)."""
        return [self._strategy.reduce(reduce_op, value) for value, _ in value_destination_pairs]


class ReplicaContext:
    """What a function that `Strategy.run` calls knows of its replica."""

    def __init__(self, strategy: Strategy, replica_id_in_sync_group: int = 0) -> None:
        self.strategy = strategy
        self._id = replica_id_in_sync_group

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas share the step: one."""
        return self.strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> int:
        """The number of the replica: 0."""
        return self._id

    @property
    def devices(self) -> list[str]:
        """Where the replica runs."""
        return ["/device:CPU:0"]

    def all_reduce(self, reduce_op: ReduceOp | str, value: Any, options: Any = None) -> Any:
        """The values of all replicas as one: those of this one."""
        _kind(reduce_op)
        return nest.map_structure(rt.convert_to_tensor, value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The values of all replicas, joined along an axis: those of this one."""
        return nest.map_structure(rt.convert_to_tensor, value)

    def merge_call(
        self, merge_fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Calls `merge_fn(strategy, *args)` with the values of all replicas."""
        _contexts.replicas.append(None)  # type: ignore[arg-type]
        try:
            return user_functions.call(merge_fn, self.strategy, *args, **(kwargs or {}))
        finally:
            _contexts.replicas.pop()


class MirroredStrategy(Strategy):
    """One replica for each of the devices of this machine.

    Args:
        devices: at most one.
        cross_device_ops: without effect.

    Raises:
        UnimplementedError: there are several devices.
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        super().__init__()
        if devices is not None and len(devices) > 1:
            raise UnimplementedError(f"There is one device here, the CPU, and so one replica: got {list(devices)}.")


class OneDeviceStrategy(Strategy):
    """One replica on a device.

    Args:
        device: its name.
    """

    def __init__(self, device: str) -> None:
        super().__init__()
        self.device = device


class MultiWorkerMirroredStrategy(Strategy):
    """One replica for each of several processes; here there may be one.

    Args:
        cluster_resolver: without effect.
        communication_options: without effect.

    Raises:
        UnimplementedError: the environment variable TF_CONFIG names several processes.
    """

    def __init__(self, cluster_resolver: Any = None, communication_options: Any = None) -> None:
        super().__init__()
        cluster = json.loads(os.environ.get("TF_CONFIG") or "{}").get("cluster", {})
        workers = [address for task in ("chief", "worker") for address in cluster.get(task, [])]
        if len(workers) > 1:
            raise UnimplementedError(f"Steps run in one process here; TF_CONFIG names {len(workers)}: {workers}.")


class TPUStrategy(Strategy):
    """One replica for each core of a TPU; there is none.

    Raises:
        NotFoundError: always.
    """

    def __init__(self, tpu_cluster_resolver: Any = None, experimental_device_assignment: Any = None) -> None:
        super().__init__()
        raise no_tpu()


class TPUClusterResolver:
    """What finds a TPU; there is none.

    Raises:
        ValueError: no TPU is named.
        NotFoundError: it is not there.
    """

    def __init__(self, tpu: str | None = None, **settings: Any) -> None:
        if not tpu or tpu == "local":
            raise ValueError("Please provide a TPU Name to connect to. (There are no TPUs here: use get_strategy().)")
        raise no_tpu()


def initialize_tpu_system(cluster_resolver: Any = None) -> Any:
    """Makes a TPU ready; there is none.

    Raises:
        NotFoundError: always.
    """
    raise no_tpu()


def no_tpu() -> NotFoundError:
    """The error that says so."""
    return NotFoundError(
        "TPUs not found in the cluster: this project runs on the CPU. Use tf.distribute.get_strategy()."
    )


def _kind(reduce_op: ReduceOp | str) -> ReduceOp:
    try:
        return reduce_op if isinstance(reduce_op, ReduceOp) else ReduceOp(str(reduce_op).upper())
    except ValueError:
        raise ValueError(
            f"reduce_op is ReduceOp.SUM, ReduceOp.MEAN or one of their names, not {reduce_op!r}."
        ) from None


_contexts = _Contexts()
_default = Strategy()


def get_strategy() -> Strategy:
    """The strategy whose scope is open, or the default one."""
    return _contexts.scopes[-1] if _contexts.scopes else _default


def has_strategy() -> bool:
    """Whether the scope of a strategy is open."""
    return bool(_contexts.scopes)


def get_replica_context() -> ReplicaContext | None:
    """The replica that runs; None between replicas, as in the scope of a strategy."""
    if _contexts.replicas:
        return _contexts.replicas[-1]
    return None if has_strategy() else ReplicaContext(_default)


def in_cross_replica_context() -> bool:
    """Whether no replica runs, but the scope of a strategy is open."""
    return get_replica_context() is None
