"""Resources: state that outlives a run, behind handles."""

import threading
from collections.abc import Callable
from typing import Any

from runtime import dtypes, errors, shapes


class Resource:
    """What a variable's handle points to: a value that can be replaced.

    Attributes:
        name: the variable's name, for messages.
        dtype: the type of the value's elements.
        shape: the static shape that values must fit.
        value: the numpy array, or None before initialisation. Never changed in place: readers share it.
    """

    __slots__ = ("__weakref__", "_lock", "dtype", "name", "shape", "value")

    def __init__(self, name: str, dtype: dtypes.DType, shape: shapes.TensorShape, value: Any = None) -> None:
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.value = value
        self._lock = threading.Lock()

    @property
    def is_initialized(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    def read(self) -> Any:
        """The value.

        Raises:
            FailedPreconditionError: there is none yet.
        """
        if self.value is None:
            raise errors.FailedPreconditionError(
                f"Attempting to use uninitialized value {self.name!r}: variable {self.name!r} is not initialized. Run "
                f"its initializer, for example session.run(global_variables_initializer()), or restore it."
            )
        return self.value

    def assign(self, value: Any) -> None:
        """Replaces the value.

        Raises:
            InvalidArgumentError: the shape does not fit the variable's.
        """
        self._check(value)
        self.value = value

    def update(self, change: Callable[[Any], Any]) -> Any:
        """Replaces the value by `change(value)`, without another update between, and returns the new one."""
        with self._lock:
            value = change(self.read())
            self._check(value)
            self.value = value
            return value

    def _check(self, value: Any) -> None:
        held = self.value
        if held is not None and held.shape == value.shape:  # As in each step of training.
            return
        if not self.shape.is_compatible_with(value.shape):
            raise errors.InvalidArgumentError(
                f"Cannot assign a value of shape {shapes.TensorShape(value.shape)} to variable {self.name!r} "
                f"of shape {self.shape}: shapes must be compatible."
            )

    def __repr__(self) -> str:
        return f"<Resource {self.name!r} shape={self.shape} dtype={self.dtype.name}>"


class ResourceStore:
    """The resources of a session, by (container, name)."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, str], Any] = {}
        self._lock = threading.Lock()

    def lookup_or_create(self, container: str, name: str, create: Callable[[], Any]) -> Any:
        """The resource of that name, made by `create` when first asked for."""
        key = (container, name)
        found = self._items.get(key)
        if found is None:
            with self._lock:
                found = self._items.get(key)
                if found is None:
                    found = self._items[key] = create()
        return found

    def lookup(self, container: str, name: str) -> Any:
        """The resource of that name.

        Raises:
            NotFoundError: there is none.
        """
        try:
            return self._items[container, name]
        except KeyError:
            raise errors.NotFoundError(f"There is no resource {name!r} in container {container!r}.") from None

    def remove(self, resource: Any) -> bool:
        """Forgets a resource; whether it was there."""
        with self._lock:
            for key, item in self._items.items():
                if item is resource:
                    del self._items[key]
                    return True
        return False

    def clear(self) -> None:
        """Forgets all."""
        with self._lock:
            self._items.clear()

    def items(self) -> list[tuple[tuple[str, str], Any]]:
        """All ((container, name), resource), sorted by name."""
        return sorted(self._items.items(), key=lambda item: item[0])
