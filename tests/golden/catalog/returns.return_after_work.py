import autograph as ag


@case((3,), (-3,))
def return_after_work(x):
    for then in ag.if_(x > 0, ('return_value', 'x')):
        if then:
            x += 1
            x *= 2
            return_value = x
        else:
            x -= 1
            return_value = x
    return return_value
