"""Collatz: a loop whose length nobody knows before it runs, compiled once and run on many numbers."""

import autograph as ag
import runtime as rt


@ag.function(input_signature=[rt.TensorSpec([], rt.int64)])
def steps_to_one(n):
    """How many steps n takes to reach 1, and the highest number on the way."""
    steps, highest = 0, n
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        highest = max(highest, n)
        steps += 1
    return steps, highest


def main(limit=30):
    """Prints the number below the limit that takes longest."""
    best, best_steps, best_highest = 1, 0, 1
    for start in range(1, limit):
        steps, highest = steps_to_one(rt.constant(start, rt.int64))
        if int(steps) > best_steps:
            best, best_steps, best_highest = start, int(steps), int(highest)
    print(f"Below {limit}, {best} takes longest: {best_steps} steps, up to {best_highest}.")
    print(f"Traced {steps_to_one.experimental_get_tracing_count()} time for {limit - 1} calls.")
    return best, best_steps


if __name__ == "__main__":
    main()
