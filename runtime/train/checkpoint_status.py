"""What `Checkpoint.restore` returns: whether everything has found its place."""

from __future__ import annotations

from typing import Any

from runtime.train.restoration import Restoration
from runtime.train.trackables import is_variable, object_graph

_MOST_NAMED = 20


class LoadStatus:
    """The state of a restore.

    Args:
        root: the object that was restored.
        restoration: what has been done, or None if there was no checkpoint.
    """

    def __init__(self, root: Any, restoration: Restoration | None) -> None:
        self._root = root
        self._restoration = restoration

    def assert_consumed(self) -> LoadStatus:
        """Sees to it that every value of the checkpoint is in an object, and every object has one.

        Raises:
            AssertionError: the message lists all that is left.
        """
        self.assert_existing_objects_matched()
        left = self._started().unrestored()
        if left:
            raise AssertionError(f"Unresolved object in checkpoint: {_listed(left)}")
        return self

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Sees to it that every variable that is there has got a value of the checkpoint.

        Raises:
            AssertionError: the message lists all that have none.
        """
        restoration = self._started()
        restoration.advance()
        variables = [node for node in object_graph(self._root) if is_variable(node.item)]
        left = ["/".join(node.path) for node in variables if not restoration.is_restored(node.item)]
        if left:
            raise AssertionError(f"Object not assigned a value from checkpoint: {_listed(left)}")
        return self

    def assert_nontrivial_match(self) -> LoadStatus:
        """Sees to it that something besides the root has got a value.

        Raises:
            AssertionError: nothing has.
        """
        restoration = self._started()
        restoration.advance()
        if len(restoration.matched) <= 1:
            raise AssertionError("Nothing except the root object matched a checkpointed value: the names differ.")
        return self

    def expect_partial(self) -> LoadStatus:
        """Says that it is all right if not everything finds its place."""
        return self

    def initialize_or_restore(self, session: Any = None) -> None:
        """Restores what has come since."""
        if self._restoration is not None:
            self._restoration.advance()

    run_restore_ops = initialize_or_restore

    def _started(self) -> Restoration:
        if self._restoration is None:
            raise AssertionError("No checkpoint was restored: the path is None.")
        return self._restoration


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(sorted(names)[:_MOST_NAMED]) + more
