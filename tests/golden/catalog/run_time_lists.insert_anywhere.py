import autograph as ag


@case((4,), (2,))
def insert_anywhere(n):
    out = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n))])
    out.insert(1, 100)
    out.insert(-1, 200)
    out.insert(99, 300)
    return ag.listed([ag.put(ag.item(out, k)) for k in ag.each(range(5))]), ag.call(len)(out)
