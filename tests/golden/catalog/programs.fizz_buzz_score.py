import autograph as ag


@case((30,), (5,))
def fizz_buzz_score(n):
    score = 0
    for i in ag.for_(ag.call(range)(1, n), ('score',)):
        for arm, test in ag.once or ag.arms(('score',)):
            if arm <= 1 and test(i % 15 == 0):
                score += 15
            elif arm <= 2 and test(i % 5 == 0):
                score += 5
            elif arm <= 3 and test(i % 3 == 0):
                score += 3
    return score
