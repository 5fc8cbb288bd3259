"""Functions on string tensors under TensorFlow's names: `strings.join`, `strings.split`, …"""

from runtime.ops.strings import as_string, reduce_join, regex_full_match, regex_replace, substr
from runtime.ops.strings import string_format as format
from runtime.ops.strings import string_join as join
from runtime.ops.strings import string_length as length
from runtime.ops.strings import string_lower as lower
from runtime.ops.strings import string_split as split
from runtime.ops.strings import string_strip as strip
from runtime.ops.strings import string_to_number as to_number
from runtime.ops.strings import string_upper as upper

__all__ = [
    "as_string", "format", "join", "length", "lower", "reduce_join", "regex_full_match", "regex_replace", "split",
    "strip", "substr", "to_number", "upper",
]  # fmt: skip
