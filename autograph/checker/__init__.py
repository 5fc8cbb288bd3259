"""The checker: finds graph-mode mistakes in functions that are compiled to graphs, from their text alone.

    check.py                 one file or one function: asks the rules, makes diagnostics
    model/  flow/            what a file says; abstract evaluation of its graph code
    knowledge/  targets.py   tables: what libraries do, and what this project's own compiler takes
    rules/                   one rule a file; its docstring explains it
    view.py  mutations.py    what rules look at
    runner.py  formats/ …    many files, output, fixes, suppressions, configuration

`check.check_function` is what the decorator asks at conversion.
"""
