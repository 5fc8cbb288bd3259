"""Newton's method for any function: a tensor decides how long the loop runs, and the gradient goes through the loop."""

import autograph as ag
import runtime as rt


def newton(f, df, x, tolerance=1e-9, limit=50):
    """A root of f near x, and whether the method converged."""
    steps = 0
    while steps < limit:
        fx = f(x)
        if abs(fx) < tolerance:
            return x, True
        x = x - fx / df(x)
        steps += 1
    return x, False


@ag.function
def cube_root(a):
    """The cube root of a, as the root of x³ - a."""
    return newton(lambda x: x * x * x - a, lambda x: 3.0 * x * x, a)


def main(values=(2.0, 27.0, 1000.0)):
    """Prints cube roots and their derivatives beside the closed forms."""
    worst = 0.0
    for value in values:
        a = rt.constant(value, rt.float64)
        with rt.GradientTape() as tape:
            tape.watch(a)
            root, converged = cube_root(a)
        slope = tape.gradient(root, a)
        exact, exact_slope = value ** (1 / 3), value ** (-2 / 3) / 3
        worst = max(worst, abs(float(root) - exact), abs(float(slope) - exact_slope))
        print(
            f"cube root of {value:6g}: {float(root):.9f} ({exact:.9f}), "
            f"derivative {float(slope):.9f} ({exact_slope:.9f}), converged {bool(converged)}"
        )
    return worst


if __name__ == "__main__":
    main()
