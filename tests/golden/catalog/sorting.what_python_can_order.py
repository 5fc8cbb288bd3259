import autograph as ag


@case(
    (1, 2),
)
def what_python_can_order(x, y):
    words = ag.call(sorted)(["pear", "fig", "apple"], key=len)
    return ag.if_exp(words[0] == "fig", lambda: x, lambda: y)
