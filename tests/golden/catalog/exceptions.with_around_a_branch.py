import autograph as ag


@case((3,), (-3,))
def with_around_a_branch(x):
    with ag.on(contextlib).nullcontext(5) as five:
        for then in ag.if_(x > 0, ('x',)):
            if then:
                x = x + five
            else:
                x = x - five
    return x
