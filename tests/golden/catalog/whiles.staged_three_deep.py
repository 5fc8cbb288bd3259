import autograph as ag


@case((3,), (5,))
def staged_three_deep(n):
    s = 0
    i = 0
    loop = ag.while_(('i', 's'))
    while loop.turn(i < n):
        j = 0
        loop_2 = ag.while_(('j', 's'))
        while loop_2.turn(j < i):
            k = j
            loop_3 = ag.while_(('k', 's'))
            while loop_3.turn(k > 0):
                s += k * 0.5
                k -= 1
            j += 1
        i += 1
    return s
