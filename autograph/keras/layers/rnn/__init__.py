"""Recurrent layers: their loops are plain Python, compiled by this project."""
