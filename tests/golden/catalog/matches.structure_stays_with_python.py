import autograph as ag


@case((3,), (-3,))
def structure_stays_with_python(x):
    subject = ag.call(Point)(x, 2)
    match subject:
        case Point(x=item, y=item_2):
            did_match = item_2 == 2
        case _:
            did_match = False
    for then in ag.if_(did_match, ('r',)):
        if then:
            px = item
            r = px
        else:
            match subject:
                case (a, b):
                    r = a + b
                case _:
                    r = 0
    if then := ag.when(r > 0):
        r += 1
        ag.end_if(then, ('r',))
    return r
