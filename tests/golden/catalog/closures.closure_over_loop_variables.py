import autograph as ag


@case((3,), (0,))
def closure_over_loop_variables(n):
    total, i = 0, 0

    def now():
        return i * 10 + total

    loop = ag.while_(('i', 'total'))
    while loop.turn(i < n):
        i += 1
        total += ag.call(now)()
    return total, ag.call(now)()
