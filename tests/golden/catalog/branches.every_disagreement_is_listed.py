import autograph as ag


@case((3.0,), (-3.0,), error=r"'a'.*'b'|a.*b")
def every_disagreement_is_listed(x):
    a, b = x, (x, x)
    for then in ag.if_(x > 0, ('a', 'b')):
        if then:
            a, b = "text", (x,)
    return a, b
