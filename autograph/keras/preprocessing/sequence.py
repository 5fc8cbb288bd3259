"""Sequences as arrays."""

from autograph.keras.utils.arrays import pad_sequences

__all__ = ["pad_sequences"]
