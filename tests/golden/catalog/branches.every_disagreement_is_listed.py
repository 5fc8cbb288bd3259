import autograph as ag


@case((3.0,), (-3.0,), error=r"'a'.*'b'|a.*b")
def every_disagreement_is_listed(x):
    a, b = x, (x, x)
    if then := ag.when(x > 0):
        a, b = "text", (x,)
        ag.end_if(then, ('a', 'b'))
    return a, b
