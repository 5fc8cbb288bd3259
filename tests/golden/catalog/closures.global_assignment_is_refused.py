import autograph as ag


@case((3,), error="global|LAST")
def global_assignment_is_refused(x):
    global LAST
    ag.touch_global(globals(), 'LAST')
    for then in ag.if_(x > 0, ()):
        if then:
            LAST = x
    return x
