"""Linear algebra, named as in TensorFlow's `tf.linalg`."""

from runtime.ops.clipping import global_norm
from runtime.ops.diagonals import band_part, diag, diag_part, eye, set_diag, tensor_diag, tensor_diag_part, trace
from runtime.ops.least_squares import lstsq, matrix_rank, pinv
from runtime.ops.linalg import (
    adjoint,
    cholesky,
    cholesky_solve,
    cross,
    det,
    eigh,
    eigvalsh,
    einsum,
    inv,
    logdet,
    matmul,
    matrix_transpose,
    matvec,
    qr,
    slogdet,
    solve,
    svd,
    tensordot,
    triangular_solve,
)
from runtime.ops.norms import l2_normalize, norm, normalize

__all__ = [
    "adjoint", "band_part", "cholesky", "cholesky_solve", "cross", "det", "diag", "diag_part", "eigh", "eigvalsh",
    "einsum", "eye", "global_norm", "inv", "l2_normalize", "logdet", "lstsq", "matmul", "matrix_rank",
    "matrix_transpose", "matvec", "norm", "normalize", "pinv", "qr", "set_diag", "slogdet", "solve", "svd",
    "tensor_diag", "tensor_diag_part", "tensordot", "trace", "triangular_solve",
]  # fmt: skip
