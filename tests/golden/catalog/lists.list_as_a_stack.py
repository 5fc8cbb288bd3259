import autograph as ag


@case((4,), (1,))
def list_as_a_stack(n):
    stack = ag.own([10, 20])
    for i in ag.for_(ag.call(range)(n), ()):
        stack.append(i)
        for then in ag.if_(i > 2, ()):
            if then:
                stack.pop()
    return ag.call(len)(stack), stack[-1], stack[0]
