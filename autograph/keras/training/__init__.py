"""Training: data in batches, steps, epochs, and what is measured."""
