"""Matrix products, factorisations, solutions, diagonals and norms."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import InvalidArgumentError
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import HALVES, compare

RNG = np.random.default_rng(0)
A = RNG.normal(size=(2, 3, 4)).astype(np.float32)
S = RNG.normal(size=(2, 3, 3))
P = S @ S.swapaxes(1, 2) + 3 * np.eye(3)


# --- Products ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [False, True])
def test_factors_may_be_transposed(batch):
    a, b = (A, A) if batch else (A[0], A[0])
    np.testing.assert_allclose(rt.matmul(a, b, transpose_b=True), a @ b.swapaxes(-1, -2), rtol=1e-5)
    np.testing.assert_allclose(rt.matmul(a, b, transpose_a=True), a.swapaxes(-1, -2) @ b, rtol=1e-5)


def test_transposition_and_adjoint_differ_for_complex_numbers():
    z = (A[0] + 1j * A[1]).astype(np.complex64)
    np.testing.assert_allclose(rt.matmul(z, z, transpose_b=True), z @ z.T, rtol=1e-4)
    np.testing.assert_allclose(rt.matmul(z, z, adjoint_b=True), z @ z.conj().T, rtol=1e-4)
    np.testing.assert_allclose(rt.matmul(z[None], z[None], transpose_b=True)[0], z @ z.T, rtol=1e-4)


def test_only_one_of_transposition_and_adjoint_can_be_asked_for():
    with pytest.raises(ValueError, match="Only one"):
        rt.matmul(A, A, transpose_a=True, adjoint_a=True)


def test_matrices_make_a_matmul_and_batches_a_batch_matmul():
    with new_graph():
        x = rt.placeholder("float32", [2, 2])
        assert rt.matmul(x, x).op.type == "MatMul"
        assert rt.matmul(x, rt.placeholder("float32", [5, 2, 2])).op.type == "BatchMatMulV2"
        assert rt.matmul(x, rt.placeholder("float32")).op.type == "BatchMatMulV2"


def test_products_know_their_shape():
    with new_graph():
        x = rt.placeholder("float32", [None, 1, 2, 3])
        assert rt.matmul(x, rt.placeholder("float32", [5, 3, None])).shape == [None, 5, 2, None]
        assert rt.einsum("bcij,kj->bik", x, rt.placeholder("float32", [7, 3])).shape == [None, 2, 7]
        assert rt.einsum("...ij->...", x).shape == [None, 1]
        with pytest.raises(InvalidArgumentError, match="inner dimensions"):
            rt.matmul(x, rt.placeholder("float32", [5, 4, 2]))


@pytest.mark.parametrize("dtype", HALVES)
def test_half_precision_products_stay_half(dtype):
    x = rt.constant([[1.0, 2.0]], dtype)
    assert rt.matmul(x, x, transpose_b=True).numpy().dtype == x.dtype.as_numpy_dtype
    assert rt.einsum("ij,kj->ik", x, x).numpy().dtype == x.dtype.as_numpy_dtype


@pytest.mark.parametrize("axes", [0, 1, 2, [[1], [0]], [[0, 1], [1, 0]], [[-1], [0]]])
def test_tensordot_is_numpys(axes):
    x, y = S[0], S[1]
    np.testing.assert_allclose(rt.tensordot(x, y, axes), np.tensordot(x, y, axes), rtol=1e-6)


def test_tensordot_refuses_axes_that_do_not_pair():
    with pytest.raises(ValueError, match="do not fit"):
        rt.tensordot(S[0], S[1], [[0, 1], [0]])


def test_einsum_without_arrow_sorts_the_names_that_occur_once():
    np.testing.assert_allclose(rt.einsum("ba,bc", A[0], A[0]), np.einsum("ba,bc", A[0], A[0]), rtol=1e-5)


def test_einsum_refuses_a_term_of_another_rank():
    with new_graph(), pytest.raises(InvalidArgumentError, match="'ij' of the equation does not fit shape"):
        rt.einsum("ij->i", rt.placeholder("float32", [2, 3, 4]))


# --- Factorisations and solutions ----------------------------------------------------------------------------------


def test_factors_multiply_to_the_matrix():
    lower = rt.linalg.cholesky(P)
    np.testing.assert_allclose(rt.matmul(lower, lower, transpose_b=True), P, rtol=1e-6)
    q, r = rt.linalg.qr(S)
    np.testing.assert_allclose(rt.matmul(q, r), S, rtol=1e-6)
    s, u, v = rt.linalg.svd(A)
    np.testing.assert_allclose(rt.matmul(u * s[:, None, :], v, transpose_b=True), A, atol=1e-5)
    values, vectors = rt.linalg.eigh(P)
    np.testing.assert_allclose(rt.matmul(P, vectors), vectors * values[:, None, :], rtol=1e-6)


def test_full_factors_are_square():
    s, u, v = rt.linalg.svd(A, full_matrices=True)
    assert (s.shape, u.shape, v.shape) == ([2, 3], [2, 3, 3], [2, 4, 4])
    assert rt.linalg.qr(A, full_matrices=True)[0].shape == [2, 3, 3]


def test_factors_know_their_shape():
    with new_graph():
        x = rt.placeholder("float32", [None, 3, 5])
        assert [t.shape for t in rt.linalg.svd(x)] == [[None, 3], [None, 3, 3], [None, 5, 3]]
        assert [t.shape for t in rt.linalg.qr(x)] == [[None, 3, 3], [None, 3, 5]]
        with pytest.raises(InvalidArgumentError, match="square"):
            rt.linalg.cholesky(x)


@pytest.mark.parametrize("adjoint", [False, True])
def test_solutions_solve(adjoint):
    matrix = P.swapaxes(1, 2) if adjoint else P
    np.testing.assert_allclose(matrix @ rt.linalg.solve(P, S, adjoint=adjoint).numpy(), S, atol=1e-8)
    triangle = np.triu(P).swapaxes(1, 2) if adjoint else np.triu(P)
    solved = rt.linalg.triangular_solve(P, S, lower=False, adjoint=adjoint)
    np.testing.assert_allclose(triangle @ solved.numpy(), S, atol=1e-8)


def test_a_cholesky_factor_solves():
    np.testing.assert_allclose(P @ rt.linalg.cholesky_solve(rt.linalg.cholesky(P), S).numpy(), S, atol=1e-8)


def test_determinants():
    np.testing.assert_allclose(rt.linalg.det(S), np.linalg.det(S))
    np.testing.assert_allclose(rt.linalg.logdet(P), np.log(np.linalg.det(P)))
    np.testing.assert_allclose(rt.linalg.slogdet(S)[0], np.sign(np.linalg.det(S)))


# --- Diagonals -----------------------------------------------------------------------------------------------------


def test_identity_matrices_may_be_symbolic_and_batched():
    assert rt.eye(2, 3, batch_shape=[2]).numpy().shape == (2, 2, 3)
    with new_graph() as g:
        n = rt.placeholder("int32", [])
        identity = rt.eye(n, dtype="int32")
    assert rt.Session(graph=g).run(identity, {n: 2}).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("align", ["RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT"])
@pytest.mark.parametrize("k", [0, 1, -2, (-1, 1), (-2, 3), (1, 2)])
def test_packed_diagonals_come_back(k, align):
    x = A[0]
    packed = rt.linalg.diag_part(x, k=k, align=align)
    assert rt.linalg.set_diag(x, packed, k=k, align=align).tolist() == x.tolist()
    lower, upper = k if isinstance(k, tuple) else (k, k)
    band = np.triu(np.tril(x, upper), lower)
    np.testing.assert_array_equal(rt.linalg.diag(packed, k=k, num_rows=3, num_cols=4, align=align), band)


def test_a_band_and_a_trace():
    np.testing.assert_array_equal(rt.linalg.band_part(A, 1, 0), np.triu(np.tril(A), -1))
    np.testing.assert_allclose(rt.linalg.trace(S), np.trace(S, axis1=1, axis2=2))


# --- Norms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ord", [1, 2, 3, np.inf])
def test_vector_norms_are_numpys(ord):
    np.testing.assert_allclose(rt.norm(S, ord, axis=1), np.linalg.norm(S, ord, axis=1))


@pytest.mark.parametrize("ord", [1, 2, "fro", np.inf])
@pytest.mark.parametrize("axis", [(1, 2), (0, 1), (-1, 0)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_matrix_norms_are_numpys(ord, axis, keepdims):
    expected = np.linalg.norm(S, ord, axis=axis, keepdims=keepdims)
    np.testing.assert_allclose(rt.norm(S, ord, axis=axis, keepdims=keepdims), expected)


def test_an_unknown_norm_is_refused():
    with pytest.raises(ValueError, match="supported matrix norm, not 3"):
        rt.norm(S, 3, axis=(0, 1))
    with pytest.raises(ValueError, match="'axis'|`axis`"):
        rt.norm(S, axis=[0, 1, 2])


def test_zeros_stay_zeros_when_normalized():
    compare(rt.nn.l2_normalize([[3.0, 4.0], [0.0, 0.0]], 1), [[0.6, 0.8], [0.0, 0.0]])


# --- Least squares -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("wide", [False, True])
def test_least_squares_are_numpys(wide, fast):
    matrix = S.reshape(6, 3).T if wide else S.reshape(6, 3)
    right = RNG.normal(size=(len(matrix), 2))
    np.testing.assert_allclose(rt.linalg.lstsq(matrix, right, fast=fast), np.linalg.lstsq(matrix, right, None)[0])


def test_a_pseudo_inverse_and_a_rank_are_numpys():
    singular = np.concatenate([A, A[:, :1]], 1).astype(np.float64)
    np.testing.assert_allclose(rt.linalg.pinv(singular), np.linalg.pinv(singular), atol=1e-10)
    assert rt.linalg.matrix_rank(singular).tolist() == [3, 3]
