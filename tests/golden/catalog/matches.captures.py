import autograph as ag


@case((3,), (-3,), (7,))
def captures(x):
    subject = x + 1
    for then in ag.if_(subject == 4, ('return_value',)):
        if then:
            four = subject
            return_value = four * 10
        else:
            negative = subject
            for then in ag.if_(negative < 0, ('return_value',)):
                if then:
                    return_value = negative
                else:
                    other = subject
                    return_value = other + 100
    return return_value
