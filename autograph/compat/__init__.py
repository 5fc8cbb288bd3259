"""This project under the names of other frameworks."""
