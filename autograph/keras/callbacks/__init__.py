"""Callbacks: objects that are told of what happens in `fit`, `evaluate` and `predict`."""

from autograph.keras.callbacks.callback import Callback, CallbackList
from autograph.keras.callbacks.history import CSVLogger, History, LambdaCallback, ProgbarLogger
from autograph.keras.callbacks.monitor import (
    EarlyStopping,
    LearningRateScheduler,
    MonitorCallback,
    ReduceLROnPlateau,
    TerminateOnNaN,
)
from autograph.keras.callbacks.saving import ModelCheckpoint, TensorBoard

__all__ = [
    "CSVLogger",
    "Callback",
    "CallbackList",
    "EarlyStopping",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "ModelCheckpoint",
    "MonitorCallback",
    "ProgbarLogger",
    "ReduceLROnPlateau",
    "TensorBoard",
    "TerminateOnNaN",
]
