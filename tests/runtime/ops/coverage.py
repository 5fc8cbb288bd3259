"""Which op types the op tables and the programs beside TensorFlow run: printed as JSON by `python -m`."""

import json
import warnings

from runtime import registry


def main():
    """Runs all programs and prints the op types whose kernels they asked for."""
    asked = set()
    get = registry._Layer.get

    def note(layer, op_type):
        if layer is registry._kernels:
            asked.add(op_type)
        return get(layer, op_type)

    registry._Layer.get = note
    from autograph.compat import tensorflow as tf
    from tests.compat.programs import programs

    warnings.simplefilter("ignore")
    for program in programs().values():
        tf.random.set_seed(0)
        program(tf)
    print(json.dumps(sorted(asked)))


if __name__ == "__main__":
    main()
