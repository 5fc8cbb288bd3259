import autograph as ag


@case((2,), (8,), (9,), (-3,), (5,))
def membership_in_ranges(n):
    found = 0
    for numbers in (range(2, 9), range(2, 9, 3), ag.call(range)(9, -4, -2), ag.call(range)(9, 2, -1), range(3, 3)):
        found = found * 2 + (ag.if_exp(ag.given(ag.contains(numbers, n)) and ag.then([1]) or [0]))
    return found, ag.if_exp(
        ag.given(ag.in_(n, ag.call(range)(10**9))) and ag.then([1]) or [0],
    ), ag.if_exp(ag.given(ag.not_in(n, ag.call(range)(-3, 10**9, 7))) and ag.then([1]) or [0])
