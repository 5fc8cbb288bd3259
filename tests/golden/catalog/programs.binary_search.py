import autograph as ag


@case(([1, 3, 5, 7, 9], 7), ([1, 3, 5, 7, 9], 4))
def binary_search(xs, key):
    did_return = False
    low, high = 0, ag.call(len)(xs) - 1
    loop = ag.while_(('did_return', 'high', 'low', 'return_value'), until=('did_return',))
    while loop.turn(low <= high):
        middle = (low + high) // 2
        for arm, test in ag.once or ag.arms(('did_return', 'high', 'low', 'return_value')):
            if arm <= 1 and test(ag.item(xs, middle) == key):
                did_return, return_value = True, middle
            elif arm <= 2 and test(ag.item(xs, middle) < key):
                low = middle + 1
            else:
                high = middle - 1
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = -1
        ag.end_if(then, ('return_value',))
    return return_value
