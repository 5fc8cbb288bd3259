"""The rules at decoration: what `autograph.function` asks before a function is traced for the first time.

enforce.py     raises for what is certain, warns of what is probable
suspicion.py   which functions are worth an analysis: most are not
live.py        what names, attributes and arguments are, since here they can be looked at
certainty.py   whether the offending line runs in each trace
judgement.py   which findings of the rules are certain here, which probable, and which are none
"""
