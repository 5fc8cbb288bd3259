"""Sample inputs of losses and metrics: eight examples, four classes."""

import numpy as np

_numbers = np.arange(32, dtype=np.float32).reshape(8, 4)
_logits = np.sin(_numbers * 1.7) * 1.5 + np.cos(_numbers * 0.3)
_classes = np.array([1, 3, 0, 1, 3, 0, 3, 2])

DATA = {
    "logits": _logits.astype(np.float32),
    "prob": (np.exp(_logits) / np.exp(_logits).sum(-1, keepdims=True)).astype(np.float32),
    "soft": (np.cos(_numbers * 2.3) * 0.45 + 0.5).astype(np.float32),
    "classes": _classes,
    "guesses": np.array([1, 3, 2, 1, 2, 1, 3, 0]),
    "one_hot": np.eye(4, dtype=np.float32)[_classes],
    "binary": np.array([0, 1, 1, 0, 1, 0, 1, 1], np.float32),
    "scores": np.array([0.0, 0.9, 0.35, 0.4, 0.8, 0.65, 1.0, 0.2], np.float32),
    "weights": np.array([1.0, 0.5, 2.0, 0.0, 1.5, 1.0, 0.25, 3.0], np.float32),
}
