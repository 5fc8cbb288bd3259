"""Softmax regression whose whole training loop is one graph."""

import numpy as np

import autograph as ag
import runtime as rt


@ag.function
def train(images, labels, weights, bias, rate, limit):
    """Gradient descent until the loss stops falling; returns the parameters, the loss and the number of steps."""
    loss, previous, step = 0.0, 1e9, 0
    while step < limit:
        with rt.GradientTape() as tape:
            tape.watch([weights, bias])
            logits = images @ weights + bias
            loss = rt.reduce_mean(rt.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        d_weights, d_bias = tape.gradient(loss, [weights, bias])
        weights = weights - rate * d_weights
        bias = bias - rate * d_bias
        if previous - loss < 1e-5:
            break
        previous = loss
        step += 1
    return weights, bias, loss, step


def clouds(count, classes, random):
    """Points around one centre a class."""
    centres = random.normal(size=(classes, 2)) * 4
    labels = random.integers(0, classes, size=count)
    points = centres[labels] + random.normal(size=(count, 2))
    return points.astype(np.float32), labels.astype(np.int32)


def main(count=300, classes=3, limit=500):
    """Trains on random clouds and prints the accuracy."""
    points, labels = clouds(count, classes, np.random.default_rng(1))
    weights, bias = np.zeros((2, classes), np.float32), np.zeros(classes, np.float32)
    weights, bias, loss, steps = train(points, labels, weights, bias, 0.5, limit)
    predicted = rt.argmax(points @ weights.numpy() + bias.numpy(), axis=1).numpy()
    accuracy = float((predicted == labels).mean())
    print(f"{int(steps)} steps inside the graph: loss {float(loss):.4f}, accuracy {accuracy:.1%}")
    return accuracy


if __name__ == "__main__":
    main()
