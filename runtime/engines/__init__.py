"""Engines: what turns a plan into something that runs."""
