import autograph as ag


@case((3,), (12,))
def continue_in_the_middle_of_an_arm(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        did_continue = False
        if then := ag.when(i > 2):
            total += 1
            for then_2 in ag.if_(i % 2 == 0, ('did_continue', 'total')):
                if then_2:
                    did_continue = True
                else:
                    total += 10
            ag.end_if(then, ('did_continue', 'total'))
        if then := ag.unless(did_continue):
            total += 100
            ag.end_if(then, ('total',))
    return total
