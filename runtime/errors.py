"""What can go wrong: TensorFlow's error classes, and those of building a graph."""

from typing import Any


class OpError(Exception):
    """An operation failed.

    Attributes:
        message: what happened.
        op: the Operation, or None if it ran eagerly.
        node_def: the operation's name and definition where one is at hand, or None.
        error_code: TensorFlow's number for the class.
    """

    error_code = 2

    def __init__(self, message: str, op: Any = None, node_def: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.op = op
        self.node_def = node_def

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message,)  # The graph of `op` stays where it is.


class CancelledError(OpError):
    """The operation was cancelled."""

    error_code = 1


class UnknownError(OpError):
    """Nothing more is known."""

    error_code = 2


class InvalidArgumentError(OpError, ValueError):
    """An argument is of a wrong type, shape or value."""

    error_code = 3


class DTypeError(InvalidArgumentError, TypeError):
    """An argument is of a wrong dtype."""


class DeadlineExceededError(OpError):
    """The time ran out."""

    error_code = 4


class NotFoundError(OpError):
    """A file, key, resource or op does not exist."""

    error_code = 5


class AlreadyExistsError(OpError):
    """What was to be made exists already."""

    error_code = 6


class PermissionDeniedError(OpError):
    """The caller may not do this."""

    error_code = 7


class ResourceExhaustedError(OpError):
    """Memory or another resource ran out."""

    error_code = 8


class FailedPreconditionError(OpError):
    """The state is not ready for this, such as reading a variable that was never initialised."""

    error_code = 9


class AbortedError(OpError):
    """The operation was aborted."""

    error_code = 10


class OutOfRangeError(OpError):
    """Something was read past its end."""

    error_code = 11


class UnimplementedError(OpError):
    """There is no implementation of this."""

    error_code = 12


class InternalError(OpError):
    """The runtime broke its own rules: a bug in it."""

    error_code = 13


class UnavailableError(OpError):
    """A service is not available at the moment."""

    error_code = 14


class DataLossError(OpError):
    """Stored data is damaged."""

    error_code = 15


class UnauthenticatedError(OpError):
    """The caller is not known."""

    error_code = 16


class OperatorNotAllowedInGraphError(TypeError):
    """A symbolic tensor was used where Python needs a concrete value, such as `if tensor:`."""


class NoValueError(OperatorNotAllowedInGraphError, AttributeError, NotImplementedError):
    """A symbolic tensor was asked for the value that it does not have yet; `hasattr(tensor, "numpy")` is False."""


class InaccessibleTensorError(ValueError):
    """A tensor of one graph was used in another that cannot see it."""
