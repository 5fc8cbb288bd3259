import autograph as ag


@case((5,), (1,))
def from_a_handler(n):
    for then in ag.if_(n < 3, ()):
        if then:
            try:
                {}["q"]
            except KeyError as error:
                with ag.raising:
                    raise ValueError("bad") from error
    return n
