import autograph as ag


@case((3, 0), (0, 0), (7, 1))
def guards_that_are_numbers(x, y):
    subject = (x, y)
    match subject:
        case [item, item_2]:
            did_match = item_2 == 0
        case _:
            did_match = False
    if then := ag.when(did_match):
        k = item
        did_match = ag.truth(x)
        ag.end_if(then, ('did_match', 'k'))
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            return_value = k
        else:
            match subject:
                case (k, l):
                    did_match = ag.truth(
                        ag.end(ag.or_(ag.end(ag.and_(ag.truth(l)) and k > 2)) or y),
                    )
                case _:
                    did_match = False
            for then in ag.if_(did_match, ('return_value',)):
                if then:
                    return_value = k + l
                else:
                    return_value = -1
    return return_value
