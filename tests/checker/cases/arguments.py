"""What reaches compiled functions through arguments: of themselves, of functions around them, of their object's class."""
import tensorflow as tf

def my_loss(y, p):
    print("loss")  #! AG101
    return tf.reduce_mean(y - p)

@tf.function
def step(x, y, loss_fn):
    return loss_fn(y, x)

step(tf.zeros([3]), tf.zeros([3]), my_loss)


class Net(tf.keras.Model):
    def call(self, x):
        print("net")  #! AG101
        return x

class Other(tf.keras.Model):
    def call(self, x):
        print("other")  #! AG101
        return x

class Never(tf.keras.Model):
    def call(self, x):
        print("never")
        return x

class Trainer:
    def __init__(self, model, loss_fn, names, history=None):
        self.model = model
        self.loss_fn = loss_fn
        self.names = names
        self.history = history

    @tf.function
    def train(self, x, y):
        self.names.update(x=1)  #! AG103
        self.names.clear()  #! AG103
        return self.loss_fn(y, self.model(x))

    def never(self, x):
        self.names.clear()
        return x

def other_loss(y, p):
    print("other loss")  #! AG101
    return y - p

def unused_loss(y, p):
    print("unused")
    return y - p

trainer = Trainer(Net(), other_loss, {})
second = Trainer(model=Other(), loss_fn=other_loss, names={})

def make_step(model, log):
    @tf.function
    def inner(x):
        log.add("x")  #! AG103
        return model(x)

    return inner

class Third(tf.keras.Model):
    def call(self, x):
        print("third")  #! AG101
        return x

inner = make_step(Third(), set())

def chain0(model):
    return chain1(model)

def chain1(model):
    return chain0(model)
