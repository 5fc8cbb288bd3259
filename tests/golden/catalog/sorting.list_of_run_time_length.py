import autograph as ag


@case((5,), (1,))
def list_of_run_time_length(n):
    xs = ag.listed([ag.put((i * 7) % 5) for i in ag.each(ag.call(range)(n))])
    xs.sort(reverse=True)
    return xs[0], xs[-1], ag.call(sorted)(xs)[0]
