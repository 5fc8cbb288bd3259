"""TensorFlow's names for functions of numpy and Python that mean the same."""

from .words import words

_SAME = words(
    """
    abs sin cos tan sinh cosh tanh sqrt exp square sign round maximum minimum where reshape transpose squeeze stack tile
    ones_like zeros_like split matmul
    """
)

NUMPY = {
    **{name: name for name in sorted(_SAME)},
    "sum": "reduce_sum", "mean": "reduce_mean", "max": "reduce_max", "min": "reduce_min", "amax": "reduce_max",
    "amin": "reduce_min", "prod": "reduce_prod", "any": "reduce_any", "all": "reduce_all", "std": "math.reduce_std",
    "var": "math.reduce_variance", "argmax": "argmax", "argmin": "argmin", "concatenate": "concat", "log": "math.log",
    "log1p": "math.log1p", "expm1": "math.expm1", "floor": "floor", "ceil": "math.ceil", "power": "pow",
    "expand_dims": "expand_dims", "dot": "tensordot", "cumsum": "cumsum", "isnan": "math.is_nan",
    "isinf": "math.is_inf", "isfinite": "math.is_finite", "arctan2": "atan2", "arctan": "atan", "absolute": "abs",
    "equal": "equal",
    "logical_and": "logical_and", "logical_or": "logical_or", "logical_not": "logical_not", "einsum": "einsum",
    "linalg.norm": "norm", "linalg.inv": "linalg.inv", "linalg.det": "linalg.det", "array": "convert_to_tensor",
    "asarray": "convert_to_tensor", "clip": "clip_by_value", "sort": "sort", "argsort": "argsort", "flip": "reverse",
    "shape": "shape", "size": "size", "pad": "pad", "roll": "roll", "outer": "tensordot",
}  # fmt: skip

MATH = {
    "exp": "exp", "log": "math.log", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh",
    "floor": "floor", "ceil": "math.ceil", "fabs": "abs", "pow": "pow", "log1p": "math.log1p", "expm1": "math.expm1",
    "erf": "math.erf", "lgamma": "math.lgamma", "atan2": "atan2", "atan": "atan", "asin": "asin", "acos": "acos",
    "sinh": "sinh", "cosh": "cosh", "isnan": "math.is_nan", "isinf": "math.is_inf", "isfinite": "math.is_finite",
}  # fmt: skip

REDUCTIONS = {"sum": "reduce_sum", "max": "reduce_max", "min": "reduce_min", "any": "reduce_any", "all": "reduce_all"}
EXTREMA = {"max": "maximum", "min": "minimum"}
