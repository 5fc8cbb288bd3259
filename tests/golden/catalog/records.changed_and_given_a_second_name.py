import autograph as ag


@case((3,), error="changes 'Pair.x' of an object and assigns the object to another variable")
def changed_and_given_a_second_name(n):
    p, q = ag.call(Pair)(0, 1.0), ag.call(Pair)(5, 5.0)
    if then := ag.when(n > 2):
        ag.store(q).x = 9
        p = q
        ag.end_if(then, ('p',))
    return p.x, p.y
