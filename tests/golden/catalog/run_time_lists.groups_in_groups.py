import autograph as ag


@case((4,), (3,))
def groups_in_groups(n):
    rows = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        rows.append((i, (i * 2, {"z": i * 3})))
    del rows[1]
    return rows[1:][0][1][1]["z"], rows[::-1][0][1][0], ag.call(len)(rows * 2)
