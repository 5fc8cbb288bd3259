"""Models: layers together, trained, saved and looked at."""

from autograph.keras.catalogue import Catalogue
from autograph.keras.layers.input_layer import Input, InputLayer
from autograph.keras.models.cloning import clone_model
from autograph.keras.models.files import load_model, save_model
from autograph.keras.models.model import Model, model_from_json
from autograph.keras.models.sequential import Sequential

Functional = Model

_catalogue = Catalogue("keras", "model")
_catalogue.add([Model, Sequential])

__all__ = [
    "Functional",
    "Input",
    "InputLayer",
    "Model",
    "Sequential",
    "clone_model",
    "load_model",
    "model_from_json",
    "save_model",
]
