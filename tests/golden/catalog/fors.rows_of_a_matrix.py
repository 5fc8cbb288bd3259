import autograph as ag


@case(([[1, 2], [3, 4]],))
def rows_of_a_matrix(rows):
    total = 0
    for row in ag.for_(rows, ('total',)):
        for x in ag.for_(row, ('total',)):
            total = total * 10 + x
    return total
