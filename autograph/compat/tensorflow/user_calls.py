"""Makes the runtime convert the functions that it is handed (to `Dataset.map`, say) when it traces them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import user_functions


def convert_user_functions() -> None:
    """From now on functions handed to the runtime are converted as if converted code called them."""
    user_functions.call_with(_call)


def _call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    from autograph.operators import call

    return call(function)(*args, **kwargs)
