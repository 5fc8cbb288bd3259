import autograph as ag


@case((3,), (0,), (5,))
def global_variables_of_callees_in_blocks(n):
    global _level
    ag.touch_global(globals(), '_level')

    def rise(by):
        global _level
        ag.touch_global(globals(), '_level')
        _level += by
        return _level

    _level = 1
    for i in ag.for_(ag.call(range)(n), ()):
        if then := ag.when(i > 1):
            ag.call(rise)(i)
            ag.end_if(then, ())
    result, _level = ag.call(rise)(10), 0
    return result
