import autograph as ag


@case((4,), (1,))
def target_rebound_in_the_body(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('i', 'total')):
        i = i * 2
        total += i
    return total, i
