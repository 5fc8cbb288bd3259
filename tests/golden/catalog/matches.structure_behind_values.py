import autograph as ag


@case((1, 5), (2, 7), (3, 1))
def structure_behind_values(x, y):
    return_value = None
    subject = (x, [y, x])
    match subject:
        case [item, item_2]:
            did_match = item == 1
        case _:
            did_match = False
    if then := ag.when(did_match):
        match item_2:
            case [*_]:
                did_match = True
            case _:
                did_match = False
        ag.end_if(then, ('did_match',))
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            rest = item_2
            return_value = rest[0]
        else:
            match subject:
                case [item_3, item_4]:
                    did_match = item_3 == 2
                case _:
                    did_match = False
            if then := ag.when(did_match):
                match item_4:
                    case [item_5, item_6]:
                        did_match = item_5 == 7
                    case _:
                        did_match = False
                ag.end_if(then, ('did_match', 'item_6'))
            for then in ag.if_(did_match, ('return_value',)):
                if then:
                    last = item_6
                    return_value = last * 10
                else:
                    match subject:
                        case (a, [b, c]):
                            return_value = a + b + c
    return return_value
