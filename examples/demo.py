"""The main job: convert a function with data-dependent control flow, run it as a graph, compare with plain Python."""

import autograph as ag
import runtime as rt


def newton(a, tolerance=1e-6):
    """The square root of a, by Newton's method, and the number of steps it took."""
    x = a
    steps = 0
    while abs(x * x - a) > tolerance:
        if steps == 50:
            break  # did not converge
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def main():
    print("Converted source:\n")
    print(ag.to_code(newton))
    with rt.Graph().as_default():
        a = rt.placeholder(rt.float64, shape=[], name="a")
        result = ag.to_graph(newton)(a)
        with rt.Session() as session:
            print("        a    graph in a session         plain Python")
            for value in (2.0, 9.0, 1e6):
                root, steps = session.run(result, {a: value})
                expected = newton(value)
                print(f"{value:9g}    {root:.12g} in {steps} steps    {expected[0]:.12g} in {expected[1]} steps")
                if abs(root - expected[0]) > 1e-9 or steps != expected[1]:
                    raise SystemExit("The graph and plain Python disagree.")
    print("\nThe graph's results equal plain Python's.")


if __name__ == "__main__":
    main()
