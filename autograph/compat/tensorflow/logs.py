"""`tf.compat.v1.logging`: the logger "tensorflow"."""

from __future__ import annotations

import logging

__all__ = [
    "DEBUG", "ERROR", "FATAL", "INFO", "WARN", "debug", "error", "fatal", "get_verbosity", "info", "log",
    "set_verbosity", "vlog", "warn", "warning",
]  # fmt: skip

DEBUG, INFO, WARN, ERROR, FATAL = logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.FATAL

_logger = logging.getLogger("tensorflow")
debug = _logger.debug
info = _logger.info
warning = warn = _logger.warning
error = _logger.error
fatal = _logger.critical
log = _logger.log
vlog = _logger.log


def set_verbosity(level: int) -> None:
    """Sets from which level on messages are shown."""
    _logger.setLevel(level)


def get_verbosity() -> int:
    """The level from which on messages are shown."""
    return _logger.getEffectiveLevel()
