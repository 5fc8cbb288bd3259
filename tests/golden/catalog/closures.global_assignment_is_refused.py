import autograph as ag


@case((3,), error="global|LAST")
def global_assignment_is_refused(x):
    global LAST
    ag.touch_global(globals(), 'LAST')
    if then := ag.when(x > 0):
        LAST = x
        ag.end_if(then, ())
    return x
