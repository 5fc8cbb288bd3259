"""The collections of a graph, and the standard names of some."""

import re
from typing import Any


class GraphKeys:
    """Standard names of collections, as TensorFlow has them."""

    GLOBAL_VARIABLES = "variables"
    LOCAL_VARIABLES = "local_variables"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    SUMMARIES = "summaries"
    QUEUE_RUNNERS = "queue_runners"
    TABLE_INITIALIZERS = "table_initializer"
    ASSET_FILEPATHS = "asset_filepaths"
    REGULARIZATION_LOSSES = "regularization_losses"
    CONCATENATED_VARIABLES = "concatenated_variables"
    SAVERS = "savers"
    WEIGHTS = "weights"
    BIASES = "biases"
    ACTIVATIONS = "activations"
    UPDATE_OPS = "update_ops"
    LOSSES = "losses"
    SAVEABLE_OBJECTS = "saveable_objects"
    RESOURCES = "resources"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    READY_OP = "ready_op"
    SUMMARY_OP = "summary_op"
    GLOBAL_STEP = "global_step"
    TRAIN_OP = "train_op"
    COND_CONTEXT = "cond_context"
    WHILE_CONTEXT = "while_context"


class Collections:
    """Named lists of whatever belongs to a graph: variables, losses, summaries ..."""

    def __init__(self) -> None:
        self._lists: dict[str, list[Any]] = {}

    def add_to_collection(self, name: str, value: Any) -> None:
        """Appends `value` to the collection."""
        self._lists.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each collection that does not hold it yet."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            items = self._lists.setdefault(name, [])
            if not any(item is value for item in items):
                items.append(value)

    def get_collection(self, name: str, scope: str | None = None) -> list[Any]:
        """A copy of the collection; with `scope`, only items whose `name` matches that regular expression."""
        items = list(self._lists.get(name, ()))
        if scope is None:
            return items
        return [item for item in items if hasattr(item, "name") and re.match(scope, item.name)]

    def get_collection_ref(self, name: str) -> list[Any]:
        """The collection itself: changes to the list change the graph's."""
        return self._lists.setdefault(name, [])

    def get_all_collection_keys(self) -> list[str]:
        """The names of the collections, sorted."""
        return sorted(name for name, items in self._lists.items() if items)

    def clear_collection(self, name: str) -> None:
        """Empties the collection."""
        self._lists.pop(name, None)
