import autograph as ag


@case((3,), (0,), (5,))
def global_variables_in_blocks(n):
    global _level
    ag.touch_global(globals(), '_level')
    _level = 0
    for i in ag.for_(ag.call(range)(n), ()):
        _level = _level + i
    if then := ag.when(n > 4):
        _level += 100
        ag.end_if(then, ())
    for then in ag.if_(n > 2, ()):
        if then:
            _level *= 2
        else:
            _level -= 1
    loop = ag.while_(())
    while loop.turn(_level > 50):
        _level -= 7
    result, _level = _level, 0
    return result
