import autograph as ag


@case((1,), (2,), (3,))
def alternatives_inside_a_structure(x):
    subject = ag.call(Point)(x, ag.call(Point)(2, x))
    match subject:
        case Point(item, item_2):
            did_match = item == 1
        case _:
            did_match = False
    if then := ag.when(did_match):
        match item_2:
            case Point(item_3, item_4):
                did_match = item_4 == 1
            case _:
                did_match = False
        ag.end_if(then, ('did_match', 'item_3'))
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            q = item_3
            return_value = q
        else:
            match subject:
                case Point(x=item_5, y=item_6):
                    did_match = item_5 == 3
                case _:
                    did_match = False
            if then := ag.when(did_match):
                match item_6:
                    case Point(x=item_7):
                        did_match = True
                    case _:
                        did_match = False
                if then_2 := ag.when(did_match):
                    item_8 = item_7
                    ag.end_if(then_2, ('item_8',))
                if then_2 := ag.unless(did_match):
                    match item_6:
                        case Point(y=item_9):
                            did_match = True
                        case _:
                            did_match = False
                    if then_3 := ag.when(did_match):
                        item_8 = item_9
                        ag.end_if(then_3, ('item_8',))
                    ag.end_if(then_2, ('did_match', 'item_8'))
                ag.end_if(then, ('did_match', 'item_8'))
            if then := ag.when(did_match):
                item_10 = item_8
                ag.end_if(then, ('item_10',))
            if then := ag.unless(did_match):
                match subject:
                    case Point(y=Point(item_11, item_12)):
                        did_match = item_11 == 2
                    case _:
                        did_match = False
                if then_2 := ag.when(did_match):
                    item_10 = item_12
                    ag.end_if(then_2, ('item_10',))
                ag.end_if(then, ('did_match', 'item_10'))
            for then in ag.if_(did_match, ('return_value',)):
                if then:
                    z = item_10
                    return_value = z * 10
                else:
                    return_value = 0
    return return_value
