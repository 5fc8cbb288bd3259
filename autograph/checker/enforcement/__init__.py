"""The rules at decoration: what `autograph.function` asks before a function is traced for the first time.

enforce.py     raises for what is certain, warns of what is probable
call.py        the first call: what names, attributes and arguments are
suspicion.py   which functions are worth an analysis: most are not
examine.py     the analysis; nothing is loaded for it before it is needed
live.py        live objects as values of the analysis
certainty.py   whether the offending line runs in each trace
judgement.py   which findings of the rules are certain here, which probable, and which are none
violations.py  the errors and warnings
"""
