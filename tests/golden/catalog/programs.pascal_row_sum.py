import autograph as ag


@case((4,), (6,))
def pascal_row_sum(n):
    row = [1]
    for _ in ag.for_(range(4), ('row',)):
        row = [1] + ag.listed(
            [ag.put(ag.item(row, k) + ag.item(row, k + 1)) for k in ag.each(ag.call(range)(ag.call(len)(row) - 1))],
        ) + [1]
    total = 0
    for v in ag.for_(row, ('total',)):
        total += v * n
    return total
