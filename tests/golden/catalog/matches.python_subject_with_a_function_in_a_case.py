import autograph as ag


@case((3,), (-3,))
def python_subject_with_a_function_in_a_case(x):
    kind = "shift"
    for then in ag.if_(kind == "shift", ('act',)):
        if then:
            def act(v):
                return v + 1
        else:
            def act(v):
                return v * 2

    if then := ag.when(x > 0):
        x = ag.call(act)(x)
        ag.end_if(then, ('x',))
    return x
