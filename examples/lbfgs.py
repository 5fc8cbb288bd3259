"""L-BFGS with a backtracking line search: nested loops, breaks and lists of tensors, all in one graph."""

import autograph as ag
import runtime as rt


def rosenbrock(x):
    """The Rosenbrock function of a vector; its minimum is 0, at ones."""
    return rt.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def value_and_gradient(f, x):
    """f(x) and its gradient."""
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x)


def dot(a, b):
    """The inner product of two vectors."""
    return rt.reduce_sum(a * b)


def direction(gradient, steps, changes):
    """The two-loop recursion over the last steps (Nocedal and Wright, Numerical Optimization, algorithm 7.4)."""
    q = gradient
    weights = []
    for s, y in zip(reversed(steps), reversed(changes)):
        weight = dot(s, q) / dot(y, s)
        q = q - weight * y
        weights.append(weight)
    q = q * dot(steps[-1], changes[-1]) / dot(changes[-1], changes[-1])
    for s, y, weight in zip(steps, changes, reversed(weights)):
        q = q + s * (weight - dot(y, q) / dot(y, s))
    return -q


def line_search(f, x, fx, gradient, p):
    """The longest halved step that decreases f enough (Armijo's rule)."""
    slope = dot(gradient, p)
    step = 1.0
    for _ in range(40):
        if f(x + step * p) <= fx + 1e-4 * step * slope:
            break
        step = step * 0.5
    return step


@ag.function
def minimize(x, tolerance, limit):
    """The minimum of the Rosenbrock function from x, and the number of iterations."""
    fx, gradient = value_and_gradient(rosenbrock, x)
    p = -gradient
    steps, changes = (x, x, x), (x, x, x)
    iterations = 0
    while iterations < limit:
        if rt.reduce_max(rt.abs(gradient)) < tolerance:
            break
        if iterations >= 3:
            p = direction(gradient, steps, changes)
            if dot(p, gradient) >= 0:
                p = -gradient
        else:
            p = -gradient
        step = line_search(rosenbrock, x, fx, gradient, p)
        new_x = x + step * p
        fx, new_gradient = value_and_gradient(rosenbrock, new_x)
        steps = (*steps[1:], new_x - x)
        changes = (*changes[1:], new_gradient - gradient)
        x, gradient = new_x, new_gradient
        iterations += 1
    return x, fx, iterations


def main(start=(-1.2, 1.0, -0.5, 0.8), limit=300):
    """Minimizes from the start point and prints what was reached."""
    x, value, iterations = minimize(rt.constant(start, rt.float64), 1e-6, limit)
    reached = x.numpy().round(6).tolist()
    print(f"from {list(start)}: x = {reached}, f(x) = {float(value):.2e} after {int(iterations)} iterations")
    return float(value)


if __name__ == "__main__":
    main()
