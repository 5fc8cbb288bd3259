import autograph as ag


@case(([1, 3, 5, 7, 9], 7), ([1, 3, 5, 7, 9], 4))
def binary_search(xs, key):
    did_return = False
    low, high = 0, ag.call(len)(xs) - 1
    loop = ag.while_(('did_return', 'high', 'low', 'return_value'), until=('did_return',))
    while loop.turn(low <= high):
        middle = (low + high) // 2
        for then in ag.if_(
            ag.item(xs, middle) == key,
            ('did_return', 'high', 'low', 'return_value'),
        ):
            if then:
                did_return, return_value = True, middle
            else:
                for then in ag.if_(ag.item(xs, middle) < key, ('high', 'low')):
                    if then:
                        low = middle + 1
                    else:
                        high = middle - 1
        if loop.leaves(did_return):
            return return_value
    for then in ag.if_(did_return, ('return_value',)):
        if not then:
            return_value = -1
    return return_value
