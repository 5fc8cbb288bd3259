import autograph as ag


@case((1,), (-1,))
def python_state_stays_python_when_the_branches_agree(x):
    mode = "a"
    for then in ag.if_(x > 0, ('mode', 'y')):
        if then:
            mode = "b"
            y = x
        else:
            mode = "b"
            y = -x
    if then := ag.when(mode == "b"):
        y = y + 100
        ag.end_if(then, ('y',))
    return y
