"""Writes down what TensorFlow gives for all programs: run it where TensorFlow is installed."""

import json

from tests.compat.programs import EXPECTED, plain, programs


def main():
    import tensorflow as tf

    values = {}
    for name, program in sorted(programs().items()):
        tf.random.set_seed(0)
        values[name] = plain(program(tf))
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in values.items())
    EXPECTED.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
