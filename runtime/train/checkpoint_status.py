"""What `Checkpoint.restore` returns: whether everything has found its place."""

from __future__ import annotations

from typing import Any

from runtime.train.restoration import Restoration
from runtime.train.trackables import is_variable, object_graph
from runtime.train.variable_values import initialize

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
        if not any(restoration.is_restored(item) for item in restoration.matched.values()):
            raise AssertionError("Nothing except the root object matched a checkpointed value: the names differ.")
        return self

    def expect_partial(self) -> LoadStatus:
        """Says that it is all right if not everything finds its place."""
        return self

    def initialize_or_restore(self, session: Any = None) -> None:
        """Gives the variables of graphs values in a session: those of the checkpoint, or else their initial ones.

        Args:
            session: the session; by default the current one.
        """
        variables = [node.item for node in object_graph(self._root) if is_variable(node.item)]
        if self._restoration is None:
            for variable in variables:
                initialize(variable, session)
        else:
            self._restoration.run(session)
            self._restoration.initialize(variables, session)

    def run_restore_ops(self, session: Any = None) -> None:
        """Gives the variables of graphs their values in a session; eager ones have them already.

        Args:
            session: the session; by default the current one.
        """
        self._started().run(session)

    def _started(self) -> Restoration:
        if self._restoration is None:
            raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")
        return self._restoration


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(sorted(names)[:_MOST_NAMED]) + more
