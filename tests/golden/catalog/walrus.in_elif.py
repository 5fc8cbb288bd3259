import autograph as ag


@case((5,), (1,), (3,))
def in_elif(n):
    for arm, test in ag.once or ag.arms(('return_value',)):
        if arm <= 1 and test((a := n) > 4):
            return_value = a
        elif arm <= 2 and test(ag.end(ag.and_(ag.naming(a > 2, ('b',))) and (b := a * 3))):
            return_value = b
        else:
            return_value = -a
    return return_value
