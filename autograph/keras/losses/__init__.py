"""Losses: classes that reduce to one number, and the functions under them, which give one for each example."""

from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.losses.cross_entropy import (
    BinaryCrossentropy,
    CategoricalCrossentropy,
    SparseCategoricalCrossentropy,
    binary_crossentropy,
    categorical_crossentropy,
    sparse_categorical_crossentropy,
)
from autograph.keras.losses.focal import (
    BinaryFocalCrossentropy,
    CategoricalFocalCrossentropy,
    CategoricalGeneralizedCrossEntropy,
    binary_focal_crossentropy,
    categorical_focal_crossentropy,
    categorical_generalized_cross_entropy,
)
from autograph.keras.losses.hinge import (
    CategoricalHinge,
    Hinge,
    SquaredHinge,
    categorical_hinge,
    hinge,
    squared_hinge,
)
from autograph.keras.losses.loss import Loss, LossFunctionWrapper, Reduction
from autograph.keras.losses.overlap import Dice, Tversky, dice, tversky
from autograph.keras.losses.regression import (
    CosineSimilarity,
    Huber,
    KLDivergence,
    LogCosh,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    cosine_similarity,
    huber,
    kl_divergence,
    log_cosh,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
)
from autograph.keras.serialization import deserialize_keras_object as deserialize
from autograph.keras.serialization import serialize_keras_object as serialize

__all__ = [
    "KLD", "MAE", "MAPE", "MSE", "MSLE", "BinaryCrossentropy", "BinaryFocalCrossentropy", "CategoricalCrossentropy",
    "CategoricalFocalCrossentropy", "CategoricalGeneralizedCrossEntropy", "CategoricalHinge", "CosineSimilarity",
    "Dice", "Hinge", "Huber", "KLDivergence", "LogCosh", "Loss", "LossFunctionWrapper", "MeanAbsoluteError",
    "MeanAbsolutePercentageError", "MeanSquaredError", "MeanSquaredLogarithmicError", "Poisson", "Reduction",
    "SparseCategoricalCrossentropy", "SquaredHinge", "Tversky", "binary_crossentropy", "binary_focal_crossentropy",
    "categorical_crossentropy", "categorical_focal_crossentropy", "categorical_generalized_cross_entropy",
    "categorical_hinge", "cosine_similarity", "deserialize", "dice", "get", "hinge", "huber", "kl_divergence", "kld",
    "log_cosh", "logcosh", "mae", "mape", "mean_absolute_error", "mean_absolute_percentage_error",
    "mean_squared_error", "mean_squared_logarithmic_error", "mse", "msle", "poisson", "serialize",
    "sparse_categorical_crossentropy", "squared_hinge", "tversky",
]  # fmt: skip

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kl_divergence
logcosh = log_cosh

FUNCTIONS = [
    binary_crossentropy, binary_focal_crossentropy, categorical_crossentropy, categorical_focal_crossentropy,
    categorical_hinge, hinge, huber, kl_divergence, log_cosh, mean_absolute_error, mean_absolute_percentage_error,
    mean_squared_error, mean_squared_logarithmic_error, poisson, sparse_categorical_crossentropy, squared_hinge,
]  # fmt: skip
"""Those that are metrics, too."""

ALIASES: dict[str, Any] = {
    "mse": mse, "MSE": mse, "mae": mae, "MAE": mae, "mape": mape, "MAPE": mape, "msle": msle, "MSLE": msle, "kld": kld,
    "KLD": kld, "logcosh": log_cosh, "bce": binary_crossentropy, "BCE": binary_crossentropy,
    "kullback_leibler_divergence": kld,
}  # fmt: skip

_catalogue = Catalogue("keras.losses", "loss")
_catalogue.add(
    [
        *FUNCTIONS, cosine_similarity, categorical_generalized_cross_entropy, dice, tversky, BinaryCrossentropy,
        BinaryFocalCrossentropy, CategoricalCrossentropy, CategoricalFocalCrossentropy, CategoricalHinge,
        CategoricalGeneralizedCrossEntropy, CosineSimilarity, Dice, Hinge, Huber, KLDivergence, LogCosh, Loss,
        MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredError, MeanSquaredLogarithmicError, Poisson,
        SparseCategoricalCrossentropy, SquaredHinge, Tversky,
    ],
    **ALIASES,
)  # fmt: skip

get = _catalogue.get
