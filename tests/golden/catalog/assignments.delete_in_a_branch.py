import autograph as ag


@case((3,), (-1,))
def delete_in_a_branch(x):
    y = x
    for then in ag.if_(x > 0, ('y',)):
        if then:
            ag.use(y, 'y')
            del y
            y = 5
    return y
