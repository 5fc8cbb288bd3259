import autograph as ag


@case(
    (1, 2),
)
def what_python_can_order(x, y):
    words = ag.call(sorted)(["pear", "fig", "apple"], key=len)
    return ag.if_exp(ag.given(words[0] == "fig") and ag.then([x]) or [y])
