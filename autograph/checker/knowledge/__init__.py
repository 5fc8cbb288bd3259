"""What the checker knows about TensorFlow, Keras, numpy and the standard library: tables of names."""
