"""Metrics: objects that gather over batches, and the functions under them, which give a number for each example."""

from autograph.keras import losses as _losses
from autograph.keras.catalogue import Catalogue
from autograph.keras.losses import (
    KLD,
    MAE,
    MAPE,
    MSE,
    MSLE,
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    categorical_hinge,
    hinge,
    huber,
    kl_divergence,
    kld,
    log_cosh,
    logcosh,
    mae,
    mape,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    mse,
    msle,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from autograph.keras.metrics.accuracy import (
    Accuracy,
    BinaryAccuracy,
    CategoricalAccuracy,
    SparseCategoricalAccuracy,
    SparseTopKCategoricalAccuracy,
    TopKCategoricalAccuracy,
    accuracy,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)
from autograph.keras.metrics.auc import AUC
from autograph.keras.metrics.confusion import (
    FalseNegatives,
    FalsePositives,
    Precision,
    Recall,
    TrueNegatives,
    TruePositives,
)
from autograph.keras.metrics.correlation import (
    ConcordanceCorrelation,
    PearsonCorrelation,
    R2Score,
    concordance_correlation,
    pearson_correlation,
)
from autograph.keras.metrics.f_score import F1Score, FBetaScore
from autograph.keras.metrics.iou import BinaryIoU, IoU, MeanIoU, OneHotIoU, OneHotMeanIoU
from autograph.keras.metrics.losses import (
    BinaryCrossentropy,
    CategoricalCrossentropy,
    CategoricalHinge,
    CosineSimilarity,
    Hinge,
    KLDivergence,
    LogCoshError,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    RootMeanSquaredError,
    SparseCategoricalCrossentropy,
    SquaredHinge,
    cosine_similarity,
)
from autograph.keras.metrics.metric import Metric
from autograph.keras.metrics.reduction import Mean, MeanMetricWrapper, Sum
from autograph.keras.metrics.trade_off import (
    PrecisionAtRecall,
    RecallAtPrecision,
    SensitivityAtSpecificity,
    SpecificityAtSensitivity,
)
from autograph.keras.serialization import deserialize_keras_object as deserialize
from autograph.keras.serialization import serialize_keras_object as serialize

__all__ = [
    "AUC", "KLD", "MAE", "MAPE", "MSE", "MSLE", "Accuracy", "BinaryAccuracy", "BinaryCrossentropy", "BinaryIoU",
    "CategoricalAccuracy", "CategoricalCrossentropy", "CategoricalHinge", "ConcordanceCorrelation", "CosineSimilarity",
    "F1Score", "FBetaScore", "FalseNegatives", "FalsePositives", "Hinge", "IoU", "KLDivergence", "LogCoshError",
    "Mean", "MeanAbsoluteError", "MeanAbsolutePercentageError", "MeanIoU", "MeanMetricWrapper", "MeanSquaredError",
    "MeanSquaredLogarithmicError", "Metric", "OneHotIoU", "OneHotMeanIoU", "PearsonCorrelation", "Poisson",
    "Precision", "PrecisionAtRecall", "R2Score", "Recall", "RecallAtPrecision", "RootMeanSquaredError",
    "SensitivityAtSpecificity", "SparseCategoricalAccuracy", "SparseCategoricalCrossentropy",
    "SparseTopKCategoricalAccuracy", "SpecificityAtSensitivity", "SquaredHinge", "Sum", "TopKCategoricalAccuracy",
    "TrueNegatives", "TruePositives", "accuracy", "binary_accuracy", "binary_crossentropy",
    "binary_focal_crossentropy", "categorical_accuracy", "categorical_crossentropy", "categorical_focal_crossentropy",
    "categorical_hinge", "concordance_correlation", "cosine_similarity", "deserialize", "get", "hinge", "huber",
    "kl_divergence", "kld", "log_cosh", "logcosh", "mae", "mape", "mean_absolute_error",
    "mean_absolute_percentage_error", "mean_squared_error", "mean_squared_logarithmic_error", "mse", "msle",
    "pearson_correlation", "poisson", "serialize", "sparse_categorical_accuracy", "sparse_categorical_crossentropy",
    "sparse_top_k_categorical_accuracy", "squared_hinge", "top_k_categorical_accuracy",
]  # fmt: skip

CLASSES = [
    AUC, Accuracy, BinaryAccuracy, BinaryCrossentropy, BinaryIoU, CategoricalAccuracy, CategoricalCrossentropy,
    CategoricalHinge, ConcordanceCorrelation, CosineSimilarity, F1Score, FBetaScore, FalseNegatives, FalsePositives,
    Hinge, IoU, KLDivergence, LogCoshError, Mean, MeanAbsoluteError, MeanAbsolutePercentageError, MeanIoU,
    MeanMetricWrapper, MeanSquaredError, MeanSquaredLogarithmicError, Metric, OneHotIoU, OneHotMeanIoU,
    PearsonCorrelation, Poisson, Precision, PrecisionAtRecall, R2Score, Recall, RecallAtPrecision,
    RootMeanSquaredError, SensitivityAtSpecificity, SparseCategoricalAccuracy, SparseCategoricalCrossentropy,
    SparseTopKCategoricalAccuracy, SpecificityAtSensitivity, SquaredHinge, Sum, TopKCategoricalAccuracy,
    TrueNegatives, TruePositives,
]  # fmt: skip

_OF_FUNCTIONS = {
    binary_accuracy: BinaryAccuracy, binary_crossentropy: BinaryCrossentropy, categorical_accuracy: CategoricalAccuracy,
    categorical_crossentropy: CategoricalCrossentropy, categorical_hinge: CategoricalHinge, hinge: Hinge,
    kl_divergence: KLDivergence, log_cosh: LogCoshError, mean_absolute_error: MeanAbsoluteError,
    mean_absolute_percentage_error: MeanAbsolutePercentageError, mean_squared_error: MeanSquaredError,
    mean_squared_logarithmic_error: MeanSquaredLogarithmicError, poisson: Poisson,
    sparse_categorical_accuracy: SparseCategoricalAccuracy,
    sparse_categorical_crossentropy: SparseCategoricalCrossentropy,
    sparse_top_k_categorical_accuracy: SparseTopKCategoricalAccuracy, squared_hinge: SquaredHinge,
    top_k_categorical_accuracy: TopKCategoricalAccuracy,
}  # fmt: skip
_ALIASES = {name: _OF_FUNCTIONS[function] for name, function in _losses.ALIASES.items() if function in _OF_FUNCTIONS}

_catalogue = Catalogue("keras.metrics", "metric")
_catalogue.add(
    CLASSES,
    **_ALIASES,
    binary_focal_crossentropy=binary_focal_crossentropy,
    categorical_focal_crossentropy=categorical_focal_crossentropy,
    huber=huber,
    cosine_proximity=CosineSimilarity,
    cosine_similarity=CosineSimilarity,
    log_cosh=LogCoshError,
)

get = _catalogue.get
