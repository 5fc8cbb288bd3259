"""This project under TensorFlow's names: `from autograph.compat import tensorflow as tf`.

The names are data (`table.py`); each is looked up when it is first used. What TensorFlow spells differently from the
runtime is in the modules beside this one.

>>> from autograph.compat import tensorflow as tf
>>> @tf.function
... def relu(x):
...     if x > 0:
...         return x
...     return tf.zeros_like(x)
>>> float(relu(tf.constant(-2.0)))
0.0
"""

from .namespaces import install

install(__name__)
