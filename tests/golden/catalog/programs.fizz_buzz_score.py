import autograph as ag


@case((30,), (5,))
def fizz_buzz_score(n):
    score = 0
    for i in ag.for_(ag.call(range)(1, n), ('score',)):
        for then in ag.if_(i % 15 == 0, ('score',)):
            if then:
                score += 15
            else:
                for then in ag.if_(i % 5 == 0, ('score',)):
                    if then:
                        score += 5
                    else:
                        for then in ag.if_(i % 3 == 0, ('score',)):
                            if then:
                                score += 3
    return score
