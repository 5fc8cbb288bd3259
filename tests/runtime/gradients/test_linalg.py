"""Gradients of decompositions, seen through what does not depend on the choice of signs."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_op
from tests.runtime.gradients.numeric import Check

SYMMETRIC = np.array([[2.0, 0.3, -0.4], [0.3, 1.0, 0.2], [-0.4, 0.2, -1.5]])


def symmetrised(x):
    return 0.5 * (x + rt.transpose(x))


def through_eigenvectors(x):
    e, v = apply_op("SelfAdjointEigV2", [symmetrised(x)])
    return [e, rt.matmul(rt.matmul(v, rt.linalg.diag(rt.exp(e))), v, transpose_b=True)]


def through_eigenvalues(x):
    return [apply_op("SelfAdjointEigV2", [symmetrised(x)], {"compute_v": False})[0]]


def through_singular_vectors(x):
    s, u, v = apply_op("Svd", [x])
    return [s, rt.matmul(u * rt.exp(s), v, transpose_b=True)]


@pytest.mark.parametrize("function", [through_eigenvectors, through_eigenvalues])
def test_eigenvalues(function):
    check = Check(function, [SYMMETRIC])
    check.first_order()
    check.second_order()


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])
def test_singular_values(shape):
    x = np.zeros(shape)
    np.fill_diagonal(x, [3.0, 2.0, 1.0])
    check = Check(through_singular_vectors, [x + np.random.default_rng(1).normal(size=shape) / 10])
    check.first_order()
    check.second_order()


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 4)])
def test_orthogonal_factors(shape):
    x = np.eye(*shape) * 2 + np.random.default_rng(1).normal(size=shape) / 5
    check = Check(lambda x: [factor * factor for factor in apply_op("Qr", [x])], [x])
    check.first_order()
    check.second_order()


def test_complex_orthogonal_factors():
    random = np.random.default_rng(1)
    x = np.eye(3) * 2 + (random.normal(size=(3, 3)) + 1j * random.normal(size=(3, 3))) / 5

    def projector(x):
        q, r = apply_op("Qr", [x])
        return [rt.matmul(q[:, :2], q[:, :2], adjoint_b=True), rt.abs(r)]

    Check(projector, [x]).first_order()


def test_decompositions_whose_gradient_is_not_known():
    x = rt.constant(np.eye(4, 3))
    with rt.GradientTape() as tape:
        tape.watch(x)
        s, u, v = apply_op("Svd", [x], {"full_matrices": True})
    with pytest.raises(LookupError, match="full_matrices"):
        tape.gradient(u, x)
