import autograph as ag


@case((5,), (9,))
def a_queue_of_intervals(n):
    queue, seen = ag.own([(0, n)]), 0
    loop = ag.while_(('seen',))
    while loop.turn(ag.call(len)(queue) > 0):
        low, high = queue.pop(0)
        seen += 1
        if then := ag.when(high - low > 1):
            middle = (low + high) // 2
            queue.append((low, middle))
            queue.append((middle, high))
            ag.end_if(then, ())
    return seen
