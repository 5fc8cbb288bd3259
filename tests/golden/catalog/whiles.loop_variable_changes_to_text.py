import autograph as ag


@case((3,), error="dtype|string|'text'|str")
def loop_variable_changes_to_text(n):
    kind = 0
    loop = ag.while_(('kind', 'n'))
    while loop.turn(n > 0):
        kind = "text"
        n -= 1
    return kind
