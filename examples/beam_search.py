"""Beam search over a small language model: early stop, gathers and a growing list inside one graph."""

import itertools

import numpy as np

import autograph as ag
import runtime as rt

END = 0


@ag.function
def beam_search(log_probabilities, start, width, limit):
    """The best sequences of a bigram model that end in token 0.

    log_probabilities: f32[tokens, tokens]. Returns token rows i32[limit', width] and their scores f32[width].
    """
    tokens = rt.shape(log_probabilities)[0]
    last = rt.fill([width], start)
    scores = rt.concat([rt.zeros([1]), rt.fill([width - 1], -1e9)], 0)
    ended = rt.fill([width], False)
    stay = rt.where(rt.range(tokens) == END, 0.0, -1e9)  # an ended beam only repeats its end
    rows, parents = [], []
    for _ in range(limit):
        if rt.reduce_all(ended):
            break
        following = rt.where(rt.expand_dims(ended, 1), stay, rt.gather(log_probabilities, last))
        candidates = rt.reshape(rt.expand_dims(scores, 1) + following, [-1])
        scores, best = rt.nn.top_k(candidates, width)
        parent = best // tokens
        last = best % tokens
        ended = rt.gather(ended, parent) | (last == END)
        rows.append(last)
        parents.append(parent)
    return rt.stack(rows), rt.stack(parents), scores


def follow(rows, parents, beam):
    """The token sequence of a beam, read backwards through its parents."""
    sequence = []
    for row, parent in zip(rows[::-1], parents[::-1]):
        sequence.append(int(row[beam]))
        beam = parent[beam]
    return sequence[::-1]


def exhaustive(log_probabilities, start, limit):
    """The best ended sequence by trying all of them."""
    best = (-np.inf, [])
    for length in range(1, limit + 1):
        for middle in itertools.product(range(1, len(log_probabilities)), repeat=length - 1):
            path = [*middle, END]
            score = sum(log_probabilities[a, b] for a, b in zip([start, *path], path))
            best = max(best, (float(score), path))
    return best


def main(tokens=4, width=6, limit=5):
    """Prints the best sequence that the beam found, and the best there is."""
    logits = np.random.default_rng(3).normal(size=(tokens, tokens)) * 1.5
    log_probabilities = (logits - np.log(np.exp(logits).sum(1, keepdims=True))).astype(np.float32)
    rows, parents, scores = beam_search(log_probabilities, 1, width, limit)
    found = follow(rows.numpy(), parents.numpy(), 0)
    found = found[: found.index(END) + 1] if END in found else found
    score, path = exhaustive(log_probabilities, 1, limit)
    print(f"beam search: {found} with score {float(scores[0]):.4f}; best of all: {path} with {score:.4f}")
    return float(scores[0]) - score


if __name__ == "__main__":
    main()
