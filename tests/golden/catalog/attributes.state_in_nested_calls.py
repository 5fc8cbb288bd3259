import autograph as ag


@case((5,), (1,))
def state_in_nested_calls(n):
    c = ag.call(Counter)()

    def add(k):
        for then in ag.if_(k % 2 == 0, ()):
            if then:
                ag.on(c).bump(k)
            else:
                ag.on(c).bump(1)

    for i in ag.for_(ag.call(range)(n), ()):
        ag.call(add)(i)
    return c.n
