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

    for then in ag.if_(x > 0, ('x',)):
        if then:
            x = ag.call(act)(x)
    return x
