import autograph as ag


@case((3,), (7,))
def matched(n):
    return_value = None
    subject = ag.call(Pair)(n, 1)
    match subject:
        case Pair(item, item_2):
            did_match = item == 3
        case _:
            did_match = False
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            y = item_2
            return_value = y
        else:
            match subject:
                case Pair(x):
                    return_value = x + 10
    return return_value
