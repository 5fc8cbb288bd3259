import autograph as ag


@case((17,), (18,), (2,), (1,))
def is_prime(n):
    did_return = False
    for then in ag.if_(n < 2, ('return_value',)):
        if then:
            return_value = False
        else:
            d = 2
            loop = ag.while_(('d', 'did_return', 'return_value'), until=('did_return',))
            while loop.turn(d * d <= n):
                for then in ag.if_(n % d == 0, ('d', 'did_return', 'return_value')):
                    if then:
                        did_return, return_value = True, False
                    else:
                        d += 1
                if loop.leaves(did_return):
                    break
            if then := ag.unless(did_return):
                return_value = True
                ag.end_if(then, ('return_value',))
    return return_value
