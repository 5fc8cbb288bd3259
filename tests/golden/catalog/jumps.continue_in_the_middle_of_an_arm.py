import autograph as ag


@case((3,), (12,))
def continue_in_the_middle_of_an_arm(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        did_continue = False
        for then in ag.if_(i > 2, ('did_continue', 'total')):
            if then:
                total += 1
                for then in ag.if_(i % 2 == 0, ('did_continue', 'total')):
                    if then:
                        did_continue = True
                    else:
                        total += 10
        for then in ag.if_(did_continue, ('total',)):
            if not then:
                total += 100
    return total
