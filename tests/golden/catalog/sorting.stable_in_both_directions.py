import autograph as ag


@case((3, 1, 2), (1, 5, -2), (2, 2, 1))
def stable_in_both_directions(a, b, c):
    pairs = [(a, 0), (b, 1), (c, 2)]
    up, down = ag.call(sorted)(pairs, key=lambda p: p[0]), ag.call(sorted)(pairs, key=lambda p: p[0], reverse=True)
    return ag.listed(
        [ag.put(p[1]) for p in ag.each(up)],
    ), ag.listed([ag.put(p[1]) for p in ag.each(down)])
