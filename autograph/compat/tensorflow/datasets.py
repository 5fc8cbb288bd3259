"""`tf.data`: the runtime's datasets; functions handed to them are converted."""

from runtime.data import *  # noqa: F403 the names are those of the runtime
from runtime.data import __all__ as __all__

from .user_calls import convert_user_functions

convert_user_functions()
