import autograph as ag


@case((4,), (1,))
def list_as_a_stack(n):
    stack = ag.own([10, 20])
    for i in ag.for_(ag.call(range)(n), ()):
        stack.append(i)
        if then := ag.when(i > 2):
            stack.pop()
            ag.end_if(then, ())
    return ag.call(len)(stack), stack[-1], stack[0]
