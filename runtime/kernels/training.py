"""Kernels of the updates that optimizers make.

Each rule takes arrays by TensorFlow's names of the inputs, and gives the new values of the variable and its slots. The
dense op replaces whole variables by them; the sparse one, some rows.

Source of the formulas: TensorFlow's training ops, and the papers named beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from runtime import dtypes
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel, op_def
from runtime.resources import Resource

Rule: TypeAlias = Callable[..., tuple[Array, ...]]


def gradient_descent(var: Array, alpha: Any, grad: Array) -> tuple[Array, ...]:
    """var - alpha * grad."""
    return (var - grad * alpha,)


def momentum(
    var: Array, accum: Array, lr: Any, grad: Array, momentum: Any, use_nesterov: bool = False
) -> tuple[Array, ...]:
    """Polyak 1964; Nesterov's form as of Sutskever et al. 2013."""
    accum = accum * momentum + grad
    step = grad * lr + accum * (momentum * lr) if use_nesterov else accum * lr
    return var - step, accum


def keras_momentum(
    var: Array, accum: Array, lr: Any, grad: Array, momentum: Any, use_nesterov: bool = False
) -> tuple[Array, ...]:
    """As `momentum`, with a learning rate inside the accumulator."""
    scaled = grad * lr
    accum = accum * momentum - scaled
    return var + (accum * momentum - scaled if use_nesterov else accum), accum


def adam(
    var: Array,
    m: Array,
    v: Array,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Array,
    use_nesterov: bool = False,
) -> tuple[Array, ...]:
    """Kingma and Ba 2015."""
    one = var.dtype.type(1)
    rate = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m = m + (grad - m) * (one - beta1)
    v = v + (grad * grad - v) * (one - beta2)
    direction = grad * (one - beta1) + m * beta1 if use_nesterov else m
    return var - direction * rate / (np.sqrt(v) + epsilon), m, v


def adam_with_amsgrad(
    var: Array,
    m: Array,
    v: Array,
    vhat: Array,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Array,
) -> tuple[Array, ...]:
    """Reddi et al. 2018."""
    one = var.dtype.type(1)
    rate = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m = m + (grad - m) * (one - beta1)
    v = v + (grad * grad - v) * (one - beta2)
    vhat = np.maximum(vhat, v)
    return var - m * rate / (np.sqrt(vhat) + epsilon), m, v, vhat


def adamax(
    var: Array, m: Array, v: Array, beta1_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any, grad: Array
) -> tuple[Array, ...]:
    """Kingma and Ba 2015, section 7."""
    one = var.dtype.type(1)
    m = m + (grad - m) * (one - beta1)
    v = np.maximum(v * beta2, np.abs(grad))
    return var - lr / (one - beta1_power) * (m / (v + epsilon)), m, v


def adagrad(var: Array, accum: Array, lr: Any, grad: Array, update_slots: bool = True) -> tuple[Array, ...]:
    """Duchi et al. 2011."""
    if update_slots:
        accum = accum + grad * grad
    return var - grad * lr / np.sqrt(accum), accum


def adagrad_v2(
    var: Array, accum: Array, lr: Any, epsilon: Any, grad: Array, update_slots: bool = True
) -> tuple[Array, ...]:
    """As `adagrad`, with epsilon added to the square root."""
    if update_slots:
        accum = accum + grad * grad
    return var - grad * lr / (np.sqrt(accum) + epsilon), accum


def adadelta(
    var: Array, accum: Array, accum_update: Array, lr: Any, rho: Any, epsilon: Any, grad: Array
) -> tuple[Array, ...]:
    """Zeiler 2012."""
    rest = var.dtype.type(1) - rho
    accum = accum * rho + grad * grad * rest
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + update * update * rest


def rms_prop(
    var: Array, ms: Array, mom: Array, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Array
) -> tuple[Array, ...]:
    """Tieleman and Hinton 2012."""
    ms = ms + (grad * grad - ms) * (var.dtype.type(1) - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
    return var - mom, ms, mom


def centered_rms_prop(
    var: Array, mg: Array, ms: Array, mom: Array, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Array
) -> tuple[Array, ...]:
    """Graves 2013, section 4.2."""
    rest = var.dtype.type(1) - rho
    ms = ms + (grad * grad - ms) * rest
    mg = mg + (grad - mg) * rest
    mom = mom * momentum + grad * lr / np.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


def ftrl(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    lr: Any,
    l1: Any,
    l2: Any,
    lr_power: Any,
    l2_shrinkage: Any = 0,
    multiply_linear_by_lr: bool = False,
) -> tuple[Array, ...]:
    """McMahan et al. 2013."""
    summed = accum + grad * grad
    before, after = (np.power(total, -lr_power) for total in (accum, summed))
    shrunk = grad + 2 * l2_shrinkage * var if np.any(l2_shrinkage) else grad
    if multiply_linear_by_lr:
        linear = linear + shrunk * lr - (after - before) * var
        bound, quadratic = l1 * lr, after + 2 * l2 * lr
    else:
        linear = linear + shrunk - (after - before) / lr * var
        bound, quadratic = l1, after / lr + 2 * l2
    return (np.clip(linear, -bound, bound) - linear) / quadratic, summed, linear


def proximal_gradient_descent(var: Array, alpha: Any, l1: Any, l2: Any, grad: Array) -> tuple[Array, ...]:
    """Duchi and Singer 2009."""
    return (_proximal(var - grad * alpha, alpha, l1, l2),)


def proximal_adagrad(var: Array, accum: Array, lr: Any, l1: Any, l2: Any, grad: Array) -> tuple[Array, ...]:
    """Duchi and Singer 2009, with the rates of `adagrad`: a step, then the pull of l1 and l2."""
    accum = accum + grad * grad
    rate = lr / np.sqrt(accum)
    return _proximal(var - grad * rate, rate, l1, l2), accum


def _proximal(moved: Array, rate: Any, l1: Any, l2: Any) -> Array:
    if np.any(l1 > 0):
        moved = np.sign(moved) * np.maximum(np.abs(moved) - rate * l1, moved.dtype.type(0))
    return moved / (moved.dtype.type(1) + l2 * rate)


def adagrad_da(
    var: Array,
    gradient_accumulator: Array,
    gradient_squared_accumulator: Array,
    grad: Array,
    lr: Any,
    l1: Any,
    l2: Any,
    global_step: Any,
) -> tuple[Array, ...]:
    """Duchi et al. 2011, by dual averaging."""
    step = var.dtype.type(global_step)
    total, squares = gradient_accumulator + grad, gradient_squared_accumulator + grad * grad
    pull = -total
    if l1 > 0:
        pull = -np.sign(total) * np.maximum(np.abs(total) - l1 * step, var.dtype.type(0))
    return lr * pull / (l2 * step * lr + np.sqrt(squares)), total, squares


def add_sign(var: Array, m: Array, lr: Any, alpha: Any, sign_decay: Any, beta: Any, grad: Array) -> tuple[Array, ...]:
    """Bello et al. 2017."""
    m = m * beta + grad * (var.dtype.type(1) - beta)
    return var - lr * (alpha + sign_decay * np.sign(grad) * np.sign(m)) * grad, m


def power_sign(
    var: Array, m: Array, lr: Any, logbase: Any, sign_decay: Any, beta: Any, grad: Array
) -> tuple[Array, ...]:
    """Bello et al. 2017."""
    m = m * beta + grad * (var.dtype.type(1) - beta)
    return var - lr * np.exp(logbase * sign_decay * np.sign(grad) * np.sign(m)) * grad, m


# ---------------------------------------------------------------------------------------------- variables


def _dense(op_type: str, rule: Rule) -> Callable[..., None]:
    count, names = _slots(op_type), _names(op_type)
    gradient = names.index("grad")

    def update(*inputs: Any, **attrs: Any) -> None:
        """One step of whole variables, the first inputs; they are written when all are computed."""
        resources, rest = inputs[:count], inputs[count:]
        values = [resource.read() for resource in resources]
        for place in (*range(1, count), gradient):
            _check_shape(names[place], values[place] if place < count else inputs[place], resources[0])
        _write(resources, rule(**dict(zip(names, (*values, *rest), strict=True)), **attrs))

    return update


def _sparse(op_type: str, rule: Rule) -> Callable[..., None]:
    count, names = _slots(op_type), _names(op_type)
    place = names.index("indices")
    names = [name for name in names if name != "indices"]
    gradient = names.index("grad") - count

    def update(*inputs: Any, **attrs: Any) -> None:
        """One step of the rows at `indices` only, in order where one repeats; others keep their slots, too."""
        resources, indices = inputs[:count], inputs[place]
        rest = [*inputs[count:place], *inputs[place + 1 :]]
        _check_rows(resources[0], indices, rest[gradient])
        values = [np.array(resource.read()) for resource in resources]
        for rows, places in _without_repetition(indices):
            rest_of_rows = list(rest)
            rest_of_rows[gradient] = rest[gradient][places]
            arguments = (*[value[rows] for value in values], *rest_of_rows)
            for value, new in zip(values, rule(**dict(zip(names, arguments, strict=True)), **attrs), strict=True):
                value[rows] = new
        _write(resources, values)

    return update


def _slots(op_type: str) -> int:
    """How many variables the op changes: they are its first inputs."""
    return sum(arg.type is dtypes.resource for arg in op_def(op_type).inputs)


def _names(op_type: str) -> list[str]:
    """The names of the inputs; two ops call the gradient `delta`."""
    return ["grad" if arg.name == "delta" else arg.name for arg in op_def(op_type).inputs]


def _write(resources: Any, values: Any) -> None:
    for resource, value in zip(resources, values, strict=True):
        resource.assign(value)


def _check_shape(name: str, value: Array, resource: Resource) -> None:
    shape = resource.read().shape
    if value.shape != shape:
        raise InvalidArgumentError(
            f"{name} must have the shape of variable {resource.name!r}, {shape_text(shape)}, not "
            f"{shape_text(value.shape)}."
        )


def _check_rows(resource: Resource, indices: Array, gradient: Array) -> None:
    rows = len(resource.read())
    if len(indices) != len(gradient):
        raise InvalidArgumentError(
            f"grad must have as many rows as there are indices: grad has shape {shape_text(gradient.shape)}, indices "
            f"{shape_text(indices.shape)}."
        )
    if indices.size and not 0 <= indices.min() <= indices.max() < rows:
        wrong = indices[(indices < 0) | (indices >= rows)][0]
        raise InvalidArgumentError(f"Index {wrong} is out of range for variable {resource.name!r} of {rows} rows.")


def _without_repetition(indices: Array) -> list[tuple[Array, Any]]:
    """Pairs of rows and places in `indices`; a row that comes twice is updated twice, in order."""
    if len(np.unique(indices)) == len(indices):
        return [(indices, slice(None))]
    return [(indices[place : place + 1], slice(place, place + 1)) for place in range(len(indices))]


def _register(op_type: str, rule: Rule, attr: str | None = None, sparse: bool = True) -> None:
    """Registers the dense kernel `ResourceApply<op_type>`, and the sparse one if TensorFlow has it."""
    for make, name in [(_dense, f"ResourceApply{op_type}")] + [(_sparse, f"ResourceSparseApply{op_type}")] * sparse:
        kernel(name)(_taking(attr, make(name, rule)))


def _taking(attr: str | None, update: Callable[..., None]) -> Callable[..., None]:
    """The update with the attribute that it takes among its parameters, where the registry looks for it."""
    if attr is None:
        return lambda *inputs: update(*inputs)
    return _WITH_ATTR[attr](update)


def _with_nesterov(update: Callable[..., None]) -> Callable[..., None]:
    return lambda *inputs, use_nesterov: update(*inputs, use_nesterov=use_nesterov)


def _with_slots(update: Callable[..., None]) -> Callable[..., None]:
    return lambda *inputs, update_slots: update(*inputs, update_slots=update_slots)


def _with_linear(update: Callable[..., None]) -> Callable[..., None]:
    return lambda *inputs, multiply_linear_by_lr: update(*inputs, multiply_linear_by_lr=multiply_linear_by_lr)


_WITH_ATTR = {"use_nesterov": _with_nesterov, "update_slots": _with_slots, "multiply_linear_by_lr": _with_linear}

_register("GradientDescent", gradient_descent, sparse=False)
_register("Momentum", momentum, "use_nesterov")
_register("KerasMomentum", keras_momentum, "use_nesterov")
_register("Adam", adam, "use_nesterov", sparse=False)
_register("AdamWithAmsgrad", adam_with_amsgrad, sparse=False)
_register("AdaMax", adamax, sparse=False)
_register("Adagrad", adagrad, "update_slots")
_register("AdagradV2", adagrad_v2, "update_slots")
_register("AdagradDA", adagrad_da)
_register("Adadelta", adadelta)
_register("RMSProp", rms_prop)
_register("CenteredRMSProp", centered_rms_prop)
_register("Ftrl", ftrl, "multiply_linear_by_lr")
_register("FtrlV2", ftrl, "multiply_linear_by_lr")
_register("ProximalGradientDescent", proximal_gradient_descent)
_register("ProximalAdagrad", proximal_adagrad)
_register("AddSign", add_sign, sparse=False)
_register("PowerSign", power_sign, sparse=False)
