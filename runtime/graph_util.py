"""Functions on graphs in files, as TensorFlow 1 has them in `graph_util`."""

from runtime.train.freezing import convert_variables_to_constants, extract_sub_graph

__all__ = ["convert_variables_to_constants", "extract_sub_graph"]
