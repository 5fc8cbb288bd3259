"""Models, losses and settings of other files: nothing is known of them but their names and how they are used."""
import mymodule
import numpy as np
import tensorflow as tf
from losses import cross_entropy, focal_loss, tokenizer
from models import build_generator, build_model, get_optimizer
from settings import config, draw

model = build_model(config)
generator = build_generator()
optimizer = get_optimizer(config.rate)


@tf.function
def imported_loss(x, y):
    loss = focal_loss(x, y)
    print(loss.numpy())  #! AG101 AG304
    mean = np.mean(loss)  #! AG301
    if loss > 3.0:
        raise ValueError("too large")  #! AG410
    return round(loss), mean  #! AG305

@tf.function
def imported_model(x):
    logits = model(x, training=True)
    best = np.argmax(logits, axis=-1)  #! AG301
    masked = logits.numpy()  #! AG304
    return best, masked

@tf.function
def model_of_arguments(net, x):
    out = net(x, training=False)
    return np.mean(out)  #! AG301

@tf.function
def model_with_odd_name(thing, x):
    out = thing(x, training=False)
    while True:  #! AG404
        if out > 0.5:
            break
        out = out + 1.0
    return out

@tf.function
def texts_and_numbers(x):
    tokens = tokenizer.encoder("some text")
    table = np.array(tokens)
    sizes = np.cumsum(config.network(3))
    rate = cross_entropy(0.5, 0.5)
    return x * table[0] * sizes[0] * np.sqrt(rate)

@tf.function
def plain_helpers(x, y):
    widths = mymodule.widths(x.shape)
    mask = np.zeros(widths)
    bins = mymodule.bins(x, y)
    edges = np.histogram(bins)
    return x * mask[0] * edges[0]

@tf.function
def other_states(x):
    config.step = 3  #! AG105
    config["a"] = 1  #! AG104
    mymodule.STATE.append(x)  #! AG103
    mymodule.COUNT += 1  #! AG105
    draw.history.append(x)  #! AG103
    thing = mymodule.Thing(x)
    thing.items.append(x)
    thing.count = 3
    return x

@tf.function
def other_methods(x):
    writer = mymodule.writer()
    writer.add(x)
    mymodule.update(x)
    draw.update(x)
    optimizer.update(x)
    return x

class Trainer:
    def __init__(self, model, loss_fn, optimizer, settings, batches):
        self.model = model
        self.loss_fn = loss_fn
        self.optimizer = optimizer
        self.settings = settings
        self.batches = batches
        self.seen = []

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            out = self.model(x)
            loss = self.loss_fn(y, out)
        if loss < 1.0:
            print("low")  #! AG101
        accuracy = np.mean(np.argmax(out, 1) == y)  #! AG301
        self.settings.steps = 3  #! AG105
        self.settings["x"] = 2  #! AG104
        self.optimizer.iterations.assign_add(1)
        self.model.trainable = False  #! AG105
        gradients = tape.gradient(loss, self.model.trainable_variables)
        total = sum(tf.norm(g) for g in gradients)
        largest = max([tf.norm(g) for g in gradients])  #! AG306
        return loss.item(), accuracy, total, largest  #! AG304

    @tf.function
    def quiet_step(self, x, y):
        for batch in self.batches:
            x = x + batch
        outputs = self.model(x)
        first, second = outputs
        loss = self.loss_fn(y, first) + self.loss_fn(y, second)
        loss = loss + tf.add_n(self.model.losses)
        names = [variable.name for variable in self.model.trainable_variables]
        if len(names) > 3 and self.settings.clip:
            loss = tf.clip_by_value(loss, 0.0, 1.0)
        loss_scale = self.settings.loss_scale
        return loss * loss_scale

    def eager(self, x, y):
        self.seen.append(self.loss_fn(y, self.model(x)).numpy())

compiled_model = tf.function(model.call, experimental_relax_shapes=True)  #! AG601
other = mymodule.function(model.call, experimental_relax_shapes=True)
