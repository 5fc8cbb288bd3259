"""Trainings of a table of which some rows are looked up twice in a batch and some never, for Keras of either kind."""

import numpy as np

TABLE = np.arange(1.0, 9.0, dtype=np.float32).reshape(4, 2) / 8
BATCHES = [
    np.array([[0, 2], [2, 2]], np.int32),
    np.array([[1, 1], [0, 2]], np.int32),
    np.array([[1, 2], [1, 2]], np.int32),
]
TARGETS = np.array([[[0.5, -0.25], [1.0, 0.5]], [[-0.75, 0.125], [0.25, -1.0]]], np.float32)

OPTIMIZERS = [
    ("SGD", {}), ("SGD", {"momentum": 0.9}), ("SGD", {"momentum": 0.9, "nesterov": True}),
    ("Adam", {}), ("Adam", {"amsgrad": True}), ("AdamW", {}), ("Adamax", {}), ("Nadam", {}),
    ("Adagrad", {}), ("Adadelta", {}), ("RMSprop", {}), ("RMSprop", {"centered": True}),
    ("RMSprop", {"momentum": 0.5}), ("RMSprop", {"momentum": 0.5, "centered": True}), ("Ftrl", {}),
    ("Ftrl", {"l1_regularization_strength": 0.01, "l2_regularization_strength": 0.02,
              "l2_shrinkage_regularization_strength": 0.1, "beta": 0.3}),
    ("Lion", {}), ("Lamb", {}), ("Adam", {"clipnorm": 0.5}), ("Adam", {"clipvalue": 0.1}),
    ("Adam", {"global_clipnorm": 0.5}), ("Adagrad", {"clipnorm": 0.5}),
    ("Adagrad", {"clipvalue": 0.1}), ("Adagrad", {"global_clipnorm": 0.5}),
    ("Adam", {"weight_decay": 0.1}), ("Adam", {"use_ema": True}), ("Adam", {"gradient_accumulation_steps": 2}),
]  # fmt: skip

LEGACY = [
    ("GradientDescentOptimizer", {}), ("MomentumOptimizer", {"momentum": 0.9}),
    ("MomentumOptimizer", {"momentum": 0.9, "use_nesterov": True}), ("AdamOptimizer", {}), ("AdagradOptimizer", {}),
    ("AdadeltaOptimizer", {}), ("RMSPropOptimizer", {}), ("RMSPropOptimizer", {"momentum": 0.5, "centered": True}),
    ("FtrlOptimizer", {}), ("FtrlOptimizer", {"l1_regularization_strength": 0.01, "l2_regularization_strength": 0.02}),
    ("FtrlOptimizer", {"l2_shrinkage_regularization_strength": 0.1}),
    ("ProximalGradientDescentOptimizer", {"l1_regularization_strength": 0.01}),
    ("ProximalAdagradOptimizer", {"l2_regularization_strength": 0.01}),
]  # fmt: skip


def train(keras, tape_module, name, options, way):
    """The table and the state of the optimizer after a training of three batches."""
    model = keras.Sequential([keras.layers.Input((2,), dtype="int32"), keras.layers.Embedding(4, 2, name="table")])
    model.layers[-1].set_weights([TABLE])
    optimizer = getattr(keras.optimizers, name)(0.05, **options)
    model.compile(optimizer, "mse")
    if way == "fit":
        model.fit(np.concatenate(BATCHES), np.concatenate([TARGETS] * 3), batch_size=2, shuffle=False, verbose=0)
    for batch in () if way == "fit" else BATCHES:
        if way == "train_on_batch":
            model.train_on_batch(batch, TARGETS)
            continue
        with tape_module.GradientTape() as tape:
            loss = tape_module.reduce_mean(tape_module.square(model(batch) - TARGETS))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
    return [np.asarray(variable) for variable in [*model.weights, *optimizer.variables]]


def _loss(module, v, ids):
    return module.reduce_mean(module.square(module.nn.embedding_lookup(v, ids) - TARGETS))


def _slots(optimizer, v):
    return [optimizer.get_slot(v, name) for name in sorted(optimizer.get_slot_names())]


def train_legacy(module, train_module, name, options):
    """The table and its slots after three calls of `minimize`."""
    optimizer, v = getattr(train_module, name)(learning_rate=0.05, **options), module.Variable(TABLE)
    for batch in BATCHES:
        optimizer.minimize(lambda batch=batch: _loss(module, v, batch), var_list=[v])
    return [variable.numpy() for variable in [v, *_slots(optimizer, v)]]


def train_legacy_session(module, v1, name, options):
    """The table and its slots after three steps of a graph."""
    with module.Graph().as_default(), v1.Session() as session:
        ids = v1.placeholder(module.int32, [2, 2])
        v = v1.get_variable("v", initializer=TABLE)
        optimizer = getattr(v1.train, name)(learning_rate=0.05, **options)
        step = optimizer.minimize(_loss(module, v, ids))
        session.run(v1.global_variables_initializer())
        for batch in BATCHES:
            session.run(step, {ids: batch})
        return session.run([v, *_slots(optimizer, v)])
