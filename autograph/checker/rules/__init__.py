"""The rules, one a module; each docstring explains its rule by a bad and a good example."""
