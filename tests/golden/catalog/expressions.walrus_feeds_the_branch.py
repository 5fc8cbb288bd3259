import autograph as ag


@case((3,), (-1,))
def walrus_feeds_the_branch(x):
    for then in ag.if_((x := x + 1) > 0, ('return_value', 'x')):
        if then:
            x = x * 2
            return_value = x
        else:
            return_value = x - 1
    return return_value
