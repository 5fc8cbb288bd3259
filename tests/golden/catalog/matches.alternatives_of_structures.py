import autograph as ag


@case((1,), (2,), (3,))
def alternatives_of_structures(x):
    subject = [x, 2]
    match subject:
        case [item, item_2]:
            did_match = item == 1
        case _:
            did_match = False
    if then := ag.when(did_match):
        item_3 = item_2
        ag.end_if(then, ('item_3',))
    if then := ag.unless(did_match):
        match subject:
            case [item_4, item_5]:
                did_match = item_5 == 2
            case _:
                did_match = False
        if then_2 := ag.when(did_match):
            item_3 = item_4
            ag.end_if(then_2, ('item_3',))
        ag.end_if(then, ('did_match', 'item_3'))
    if then := ag.when(did_match):
        y = item_3
        did_match = y != 3
        ag.end_if(then, ('did_match', 'y'))
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            return_value = y + 10
        else:
            match subject:
                case [item_6, *item_7]:
                    did_match = ag.end(ag.or_(item_6 == 1) or item_6 == 3)
                case _:
                    did_match = False
            for then in ag.if_(did_match, ('return_value',)):
                if then:
                    rest = item_7
                    return_value = rest[0]
                else:
                    return_value = 0
    return return_value
