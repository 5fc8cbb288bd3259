import autograph as ag


@case((3,), (0,))
def attrs_objects(n):
    box, cell = ag.call(Box)(0, 1.0), ag.call(Cell)(1)
    loop = ag.while_(('box', 'cell', 'n'))
    while loop.turn(n > 0):
        box = ag.call(Box)(box.width + n, box.height * 2)
        cell = ag.on(attr).evolve(cell, content=cell.content * 2)
        n -= 1
    return box.width, box.height, cell.content
