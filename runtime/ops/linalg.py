"""Matrix products, factorisations and solutions; all over the last two axes of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.dtypes import as_dtype
from runtime.ops.casts import conj, real
from runtime.ops.reduction import reduce_prod
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor

# --- Products ------------------------------------------------------------------------------------------------------


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    name: str | None = None,
) -> Tensor:
    """The product of matrices, or of each two matrices in two batches.

    Args:
        a: a tensor of a numeric dtype and rank 2 or more: [..., n, k].
        b: a tensor of the same dtype: [..., k, m]; the other dimensions broadcast.
        transpose_a: whether `a` is [..., k, n].
        transpose_b: whether `b` is [..., m, k].
        adjoint_a: whether to transpose and conjugate `a`.
        adjoint_b: likewise for `b`.
        a_is_sparse: a hint that nothing depends on.
        b_is_sparse: likewise.
        output_type: the dtype of the result, by default that of the inputs.
        name: for the operation.

    Raises:
        ValueError: both transpose and adjoint are asked for.
        InvalidArgumentError: the inner dimensions differ, or the rank is below 2.

    >>> matmul([[1, 2], [3, 4]], [[1], [10]]).tolist()
    [[21], [43]]
    """
    for transpose, adjoint_, which in ((transpose_a, adjoint_a, "a"), (transpose_b, adjoint_b, "b")):
        if transpose and adjoint_:
            raise ValueError(f"Only one of `transpose_{which}` and `adjoint_{which}` can be True.")
    a = convert_to_tensor(a)
    b = convert_to_tensor(b, dtype_hint=a.dtype)
    if output_type is None and a.ndim == 2 and b.ndim == 2:
        a, b = conj(a) if adjoint_a else a, conj(b) if adjoint_b else b
        attrs = {"transpose_a": transpose_a or adjoint_a, "transpose_b": transpose_b or adjoint_b}
        return apply_one("MatMul", (a, b), attrs, name)
    a, b = conj(a) if transpose_a else a, conj(b) if transpose_b else b
    attrs = {"adj_x": transpose_a or adjoint_a, "adj_y": transpose_b or adjoint_b}
    if output_type is None or as_dtype(output_type) is a.dtype is b.dtype:
        return apply_one("BatchMatMulV2", (a, b), attrs, name or "MatMul")
    return apply_one("BatchMatMulV3", (a, b), {**attrs, "Tout": as_dtype(output_type)}, name or "MatMul")


@in_name_scope("MatVec")
def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of a matrix and a vector, or of each in two batches.

    Args:
        a: a tensor of a numeric dtype: [..., n, k].
        b: a tensor of the same dtype: [..., k].
        transpose_a: whether `a` is [..., k, n].
        adjoint_a: whether to transpose and conjugate `a`.
        a_is_sparse: a hint that nothing depends on.
        b_is_sparse: likewise.
        name: for the operation.

    >>> matvec([[1, 2], [3, 4]], [1, 10]).tolist()
    [21, 43]
    """
    from runtime.ops.array import expand_dims, squeeze

    a = convert_to_tensor(a)
    column = expand_dims(convert_to_tensor(b, dtype_hint=a.dtype), -1)
    return squeeze(matmul(a, column, transpose_a=transpose_a, adjoint_a=adjoint_a), [-1])


@in_name_scope("einsum")
def einsum(equation: str, *inputs: Any, name: str | None = None, optimize: str = "greedy") -> Tensor:
    """Sums of products over named axes, by Einstein's convention.

    Args:
        equation: a name for each axis of each input, separated by commas, then `->` and the names of the result's
            axes; names left out of it are summed over. `...` stands for axes that broadcast. Without `->`, the names
            that occur once, in alphabetical order.
        *inputs: tensors of one numeric dtype.
        name: for the operation.
        optimize: a hint for the order of products, which the runtime chooses.

    Raises:
        InvalidArgumentError: the equation does not fit the shapes.

    >>> einsum("ij,jk->ik", [[1, 2], [3, 4]], [[1], [10]]).tolist()
    [[21], [43]]
    """
    tensors = [convert_to_tensor(item) for item in inputs]
    return apply_one("Einsum", [tensors], {"equation": _explicit(equation)})


def _explicit(equation: str) -> str:
    """The equation with its output written out."""
    text = equation.replace(" ", "")
    if "->" in text:
        return text
    names = [character for character in text if character.isalpha()]
    single = sorted(name for name in set(names) if names.count(name) == 1)
    return f"{text}->{'...' if '...' in text else ''}{''.join(single)}"


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products over pairs of axes.

    Args:
        a: a tensor of a numeric dtype.
        b: a tensor of the same dtype.
        axes: n, for the last n axes of `a` and the first n of `b`; or a list of axes of each.
        name: for the operation.

    Returns:
        A tensor with the other axes of `a`, then the other axes of `b`.

    Raises:
        ValueError: an axis is out of range.

    >>> tensordot([[1, 2], [3, 4]], [1, 10], 1).tolist()
    [21, 43]
    """
    a = convert_to_tensor(a)
    b = convert_to_tensor(b, dtype_hint=a.dtype)
    if a.ndim is None or b.ndim is None:
        return _tensordot_of_unknown_rank(a, b, axes, name)
    a_axes, b_axes = _paired_axes(a, b, axes)
    a_names = [chr(ord("a") + axis) for axis in range(len(a.shape))]
    b_names = [chr(ord("A") + axis) for axis in range(len(b.shape))]
    for a_axis, b_axis in zip(a_axes, b_axes, strict=True):
        b_names[b_axis] = a_names[a_axis]
    rest = [name for axis, name in enumerate(a_names) if axis not in a_axes]
    rest += [name for axis, name in enumerate(b_names) if axis not in b_axes]
    return einsum(f"{''.join(a_names)},{''.join(b_names)}->{''.join(rest)}", a, b, name=name or "Tensordot")


def _paired_axes(a: Tensor, b: Tensor, axes: Any) -> tuple[list[int], list[int]]:
    a_rank, b_rank = a.ndim or 0, b.ndim or 0
    first, second = _listed_axes(axes)
    first, second = ([axis + rank * (axis < 0) for axis in each] for each, rank in ((first, a_rank), (second, b_rank)))
    fit = len(first) == len(second) and set(first) <= set(range(a_rank)) and set(second) <= set(range(b_rank))
    if not fit or len(set(first)) < len(first) or len(set(second)) < len(second):
        raise ValueError(f"axes={axes} do not fit tensors of shape {a.shape} and {b.shape}.")
    return first, second


def _listed_axes(axes: Any) -> tuple[list[int], list[int]]:
    """The axes of each tensor as they are given: negative ones are counted from the end."""
    if isinstance(axes, Tensor):
        axes = axes.numpy().tolist()
    if isinstance(axes, int):
        return list(range(-axes, 0)), list(range(axes))
    first, second = ([each] if isinstance(each, int) else list(each) for each in axes)
    return first, second


def _tensordot_of_unknown_rank(a: Tensor, b: Tensor, axes: Any, name: str | None) -> Tensor:
    """The same as a product of matrices, whose sizes are known when it runs."""
    from runtime.ops.array import reshape
    from runtime.ops.joining import concat

    first, second = _listed_axes(axes)
    rows, row_sizes = _axes_last(a, first)
    columns, column_sizes = _axes_last(b, second)
    products = matmul(rows, columns, transpose_b=True)
    return reshape(products, concat([row_sizes, column_sizes], 0), name or "Tensordot")


def _axes_last(x: Tensor, axes: list[int]) -> tuple[Tensor, Tensor]:
    """A matrix with `axes` along the rows, and the sizes of the other axes, which run along the columns."""
    from runtime.ops.array import rank, reshape, shape, transpose
    from runtime.ops.creation import range
    from runtime.ops.gathering import gather
    from runtime.ops.joining import concat
    from runtime.ops.sorting import setdiff1d

    count = rank(x)
    last = convert_to_tensor(np.array(axes, np.int32)) % count
    free = setdiff1d(range(count), last).out
    sizes = shape(x)
    height, width = (reduce_prod(gather(sizes, each)) for each in (free, last))
    return reshape(transpose(x, concat([free, last], 0)), [height, width]), gather(sizes, free)


def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """The last two axes swapped.

    Args:
        a: a tensor of rank 2 or more.
        name: for the operation.
        conjugate: whether to take the complex conjugate too.

    Raises:
        ValueError: the rank is below 2.

    >>> matrix_transpose([[[1, 2], [3, 4]]]).tolist()
    [[[1, 3], [2, 4]]]
    """
    from runtime.ops.array import transpose

    a = convert_to_tensor(a)
    rank = a.ndim
    if rank is not None and rank < 2:
        raise ValueError(f"matrix_transpose needs a rank of 2 or more, not shape {a.shape}.")
    order = _last_two_swapped(a) if rank is None else [*range(rank - 2), rank - 1, rank - 2]
    swapped = transpose(a, order, name=name)
    return conj(swapped) if conjugate else swapped


def _last_two_swapped(a: Tensor) -> Tensor:
    """The permutation for a tensor whose rank is known only when it runs."""
    from runtime.ops.array import rank
    from runtime.ops.creation import range
    from runtime.ops.joining import concat

    count = rank(a)
    return concat([range(count - 2), [count - 1, count - 2]], 0)


def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """The conjugate transpose of the last two axes (see `matrix_transpose`).

    >>> adjoint([[1 + 2j]]).tolist()
    [[(1-2j)]]
    """
    return matrix_transpose(matrix, name or "adjoint", conjugate=True)


def cross(a: Any, b: Any, name: str | None = None) -> Tensor:
    """The vector product of vectors with three elements.

    Args:
        a: a tensor of a real numeric dtype whose last dimension is 3.
        b: a tensor of the same dtype and shape.
        name: for the operation.

    >>> cross([1, 0, 0], [0, 1, 0]).tolist()
    [0, 0, 1]
    """
    a = convert_to_tensor(a)
    return apply_one("Cross", (a, convert_to_tensor(b, dtype_hint=a.dtype)), None, name)


# --- Factorisations ------------------------------------------------------------------------------------------------


def cholesky(input: Any, name: str | None = None) -> Tensor:
    """The lower triangular L with input = L L*.

    Args:
        input: a tensor of float32, float64 or complex dtype: [..., n, n], positive definite matrices.
        name: for the operation.

    Raises:
        InvalidArgumentError: a matrix is not positive definite.

    >>> cholesky([[4.0, 2.0], [2.0, 5.0]]).tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    return apply_one("Cholesky", (convert_to_tensor(input),), None, name)


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
    """q with orthonormal columns and r upper triangular, input = q r.

    Args:
        input: a tensor of float32, float64 or complex dtype: [..., m, n].
        full_matrices: whether q is square; otherwise it has min(m, n) columns.
        name: for the operation.

    >>> q, r = qr([[3.0, 1.0], [4.0, 2.0]])
    >>> abs(r[0, 0]).numpy()
    np.float32(5.0)
    """
    q, r = apply_op("Qr", (convert_to_tensor(input),), {"full_matrices": full_matrices}, name)
    return q, r


def svd(
    tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None
) -> Tensor | tuple[Tensor, Tensor, Tensor]:
    """Singular values: s, u and v with tensor = u diag(s) v*.

    Args:
        tensor: a tensor of float32, float64 or complex dtype: [..., m, n].
        full_matrices: whether u and v are square.
        compute_uv: whether to return u and v.
        name: for the operation.

    Returns:
        s [..., min(m, n)], descending; with `compute_uv` also u and v. The sign of each pair of vectors is arbitrary.

    >>> svd([[3.0, 0.0], [0.0, 4.0]], compute_uv=False).tolist()
    [4.0, 3.0]
    """
    attrs = {"compute_uv": compute_uv, "full_matrices": full_matrices}
    s, u, v = apply_op("Svd", (convert_to_tensor(tensor),), attrs, name)
    s = real(s)
    return (s, u, v) if compute_uv else s


def eigh(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues, ascending, and eigenvectors (columns) of self-adjoint matrices.

    Args:
        tensor: a tensor of float32, float64 or complex dtype: [..., n, n]. Only the lower triangle is read.
        name: for the operation.

    >>> values, vectors = eigh([[2.0, 0.0], [0.0, 1.0]])
    >>> values.tolist()
    [1.0, 2.0]
    """
    values, vectors = apply_op("SelfAdjointEigV2", (convert_to_tensor(tensor),), {"compute_v": True}, name)
    return values, vectors


def eigvalsh(tensor: Any, name: str | None = None) -> Tensor:
    """The eigenvalues of self-adjoint matrices, ascending (see `eigh`).

    >>> eigvalsh([[2.0, 0.0], [0.0, 1.0]]).tolist()
    [1.0, 2.0]
    """
    values, _ = apply_op("SelfAdjointEigV2", (convert_to_tensor(tensor),), {"compute_v": False}, name)
    return values  # type: ignore[no-any-return]


# --- Solutions -----------------------------------------------------------------------------------------------------


def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverse.

    Args:
        input: a tensor of float32, float64 or complex dtype: [..., n, n].
        adjoint: whether to invert the conjugate transpose.
        name: for the operation.

    Raises:
        InvalidArgumentError: a matrix is singular.

    >>> inv([[2.0, 0.0], [0.0, 4.0]]).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return apply_one("MatrixInverse", (convert_to_tensor(input),), {"adjoint": adjoint}, name)


def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """x with matrix x = rhs.

    Args:
        matrix: a tensor of float32, float64 or complex dtype: [..., n, n].
        rhs: a tensor of the same dtype: [..., n, k].
        adjoint: whether to solve with the conjugate transpose of `matrix`.
        name: for the operation.

    Raises:
        InvalidArgumentError: a matrix is singular.

    >>> solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]]).tolist()
    [[1.0], [0.5]]
    """
    matrix = convert_to_tensor(matrix)
    right = convert_to_tensor(rhs, dtype_hint=matrix.dtype)
    return apply_one("MatrixSolve", (matrix, right), {"adjoint": adjoint}, name)


def triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """x with matrix x = rhs, of which only one triangle is read.

    Args:
        matrix: a tensor of float32, float64 or complex dtype: [..., n, n].
        rhs: a tensor of the same dtype: [..., n, k].
        lower: whether it is the lower triangle.
        adjoint: whether to solve with the conjugate transpose of `matrix`.
        name: for the operation.

    Raises:
        InvalidArgumentError: a 0 is on the diagonal.

    >>> triangular_solve([[2.0, 9.0], [1.0, 4.0]], [[2.0], [5.0]]).tolist()
    [[1.0], [1.0]]
    """
    matrix = convert_to_tensor(matrix)
    right = convert_to_tensor(rhs, dtype_hint=matrix.dtype)
    return apply_one("MatrixTriangularSolve", (matrix, right), {"lower": lower, "adjoint": adjoint}, name)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """x with A x = rhs, given `cholesky(A)`.

    Args:
        chol: a tensor of float32, float64 or complex dtype: [..., n, n], lower triangular.
        rhs: a tensor of the same dtype: [..., n, k].
        name: for the operation.

    >>> cholesky_solve([[2.0, 0.0], [0.0, 1.0]], [[4.0], [3.0]]).tolist()
    [[1.0], [3.0]]
    """
    return triangular_solve(chol, triangular_solve(chol, rhs), adjoint=True, name=name)


def det(input: Any, name: str | None = None) -> Tensor:
    """The determinant.

    Args:
        input: a tensor of float32, float64 or complex dtype: [..., n, n].
        name: for the operation.

    >>> float(det([[2.0, 0.0], [0.0, 4.0]]))
    8.0
    """
    return apply_one("MatrixDeterminant", (convert_to_tensor(input),), None, name)


def slogdet(input: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The sign of the determinant and the logarithm of its absolute value.

    Args:
        input: a tensor of float32, float64 or complex dtype: [..., n, n].
        name: for the operation.

    >>> sign, logarithm = slogdet([[-1.0]])
    >>> float(sign), float(logarithm)
    (-1.0, 0.0)
    """
    sign, logarithm = apply_op("LogMatrixDeterminant", (convert_to_tensor(input),), None, name)
    return sign, logarithm


@in_name_scope("logdet")
def logdet(matrix: Any, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of positive definite matrices, through `cholesky`.

    Args:
        matrix: a tensor of float32, float64 or complex dtype: [..., n, n].
        name: for the operation.

    Raises:
        InvalidArgumentError: a matrix is not positive definite.

    >>> float(logdet([[1.0, 0.0], [0.0, 1.0]]))
    0.0
    """
    from runtime.ops.diagonals import diag_part
    from runtime.ops.math import log
    from runtime.ops.reduction import reduce_sum

    return 2.0 * reduce_sum(log(real(diag_part(cholesky(matrix)))), -1)
