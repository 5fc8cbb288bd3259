import autograph as ag


@case((5,), (2,))
def run_time_list_by_a_key_of_parts(n):
    xs = ag.listed([ag.put((i * 7) % 10) for i in ag.each(ag.call(range)(n))])
    ordered = ag.call(sorted)(xs, key=lambda k: (k % 3, -k))
    return ordered[0], ordered[-1]
