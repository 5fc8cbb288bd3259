import autograph as ag


@case((3,), (0,))
def with_inside_a_loop(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        with ag.on(contextlib).suppress(ValueError):
            if then := ag.when(i % 2 == 0):
                total += i
                ag.end_if(then, ('total',))
            total += 1
    return total
