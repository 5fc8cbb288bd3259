import autograph as ag


@case((1,), (2,))
def mappings_behind_values(x):
    did_return = False
    subject = {"a": x, "b": {"c": (x, 2)}}
    match subject:
        case {"a": item_2, "b": item_3, **item}:
            did_match = item_2 == 1
        case _:
            did_match = False
    if then := ag.when(did_match):
        match item_3:
            case {"c": [item_4, item_5]}:
                did_match = True
            case _:
                did_match = False
        ag.end_if(then, ('did_match', 'item_4', 'item_5'))
    for then in ag.if_(did_match, ('return_value',)):
        if then:
            rest = item
            u = item_4
            v = item_5
            return_value = u + v + ag.call(len)(rest)
        else:
            match subject:
                case {"a": a, "b": {"c": [_, w]}}:
                    did_return, return_value = True, a * w
            if then := ag.unless(did_return):
                return_value = 0
                ag.end_if(then, ('return_value',))
    return return_value
