"""A dynamic RNN over sequences of different lengths, with its loop written in plain Python."""

import numpy as np

import autograph as ag
import runtime as rt


@ag.function
def rnn(inputs, lengths, w_input, w_state, bias):
    """Outputs and last states of a tanh RNN.

    inputs: f32[batch, time, features]; lengths: i32[batch]; a sequence keeps its state once it has ended.
    Returns f32[time, batch, units] and f32[batch, units].
    """
    state = rt.zeros([rt.shape(inputs)[0], rt.shape(w_state)[0]])
    outputs = []
    longest = rt.reduce_max(lengths)
    for t in range(longest):
        proposal = rt.tanh(inputs[:, t] @ w_input + state @ w_state + bias)
        running = rt.expand_dims(t < lengths, 1)
        state = rt.where(running, proposal, state)
        outputs.append(rt.where(running, proposal, rt.zeros_like(proposal)))
    return rt.stack(outputs), state


def reference(inputs, lengths, w_input, w_state, bias):
    """The last states, sequence by sequence in numpy."""
    last = []
    for sequence, length in zip(inputs, lengths):
        state = np.zeros(len(w_state), np.float32)
        for x in sequence[:length]:
            state = np.tanh(x @ w_input + state @ w_state + bias)
        last.append(state)
    return np.stack(last)


def main(batch=4, time=9, features=3, units=5):
    """Runs the RNN on random sequences and prints how far the graph is from numpy."""
    random = np.random.default_rng(0)
    inputs = random.normal(size=(batch, time, features)).astype(np.float32)
    lengths = random.integers(1, time + 1, size=batch).astype(np.int32)
    weights = [random.normal(size=s).astype(np.float32) for s in ((features, units), (units, units), (units,))]
    outputs, state = rnn(inputs, lengths, *weights)
    difference = float(np.abs(state.numpy() - reference(inputs, lengths, *weights)).max())
    print(f"lengths {lengths.tolist()}: outputs {outputs.shape}, last states {state.shape}")
    print(f"largest difference from numpy: {difference:.1e}")
    return difference


if __name__ == "__main__":
    main()
