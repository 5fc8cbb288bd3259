import autograph as ag


@case((3,), (1,), (-3,))
def walrus_in_a_lazy_operand(x):
    y = 0
    if then := ag.when(ag.end(ag.and_(ag.naming(x > 0, ('y',))) and (y := x * 2) > 3)):
        x = y
        ag.end_if(then, ('x',))
    return x, y
