import autograph as ag


@case((3, 1), (-1, 7))
def key_of_several_parts(a, b):
    names = ag.call(sorted)([(a, 5), (b, 5), (2, b)], key=lambda p: (p[1] > 4, -p[0]))
    return names[0][0], names[2][0]
