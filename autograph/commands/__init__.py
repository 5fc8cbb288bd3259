"""The commands, one a module.

A command's module has a docstring (its help; the first line is the summary), `configure(parser)`, which adds its
arguments, and `run(options, terminal)`, which does the work and returns the exit code. Modules are imported whatever
command is run, so they import what is heavy inside `run`.
"""
