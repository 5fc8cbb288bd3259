"""State on objects: attributes, methods, properties."""

from tests.catalog import case


class Counter:
    def __init__(self):
        self.n, self.inner = 0, None

    def bump(self, by):
        self.n += by

    @property
    def doubled(self):
        return self.n * 2


class Scaled(Counter):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def bump(self, by):
        super().bump(by * self.scale)


class Hidden:
    def __init__(self, value):
        self.__value = value

    def grow(self, by):
        if by > 0:
            self.__value = self.__value + by
        return self.__value


@case((3,), (-3,))
def attribute_in_a_branch(x):
    c = Counter()
    if x > 0:
        c.n = x
    else:
        c.n = -x
    return c.n


@case((4,), (-1,))
def attribute_changed_by_a_method_in_a_loop(n):
    c = Counter()
    for i in range(n):
        if i != 2:
            c.bump(i)
    return c.n


@case((3,), (0,))
def object_rebound_in_a_loop(n):
    a, b = Counter(), Counter()
    current = a
    for k in [1, 2]:
        if n > k:
            current.n = current.n + k
        current = b
    return a.n, b.n


@case((4,), (0,))
def inherited_method_with_super(n):
    c = Scaled(3)
    for i in range(n):
        c.bump(i)
    return c.n


@case((4,), (-4,))
def private_name(x):
    return Hidden(10).grow(x)


@case((3,), (-3,))
def property_read_after_a_branch(x):
    c = Counter()
    if x > 0:
        c.bump(x)
    return c.doubled


@case((3,), (-3,))
def attribute_of_an_attribute(x):
    c = Counter()
    c.inner = Counter()
    if x > 0:
        c.inner.n = x
    return c.inner.n, c.n


@case((2,), (0,))
def changes_are_undone_between_traces(n):
    c = Counter()
    total = 0
    for i in range(n):
        c.n = c.n + 1
        total = total + i * 0.5
    return c.n, total


@case((5,), (1,))
def state_in_nested_calls(n):
    c = Counter()

    def add(k):
        if k % 2 == 0:
            c.bump(k)
        else:
            c.bump(1)

    for i in range(n):
        add(i)
    return c.n


@case((3,), error="Counter")
def objects_made_in_branches_do_not_merge(x):
    if x > 0:
        c = Counter()
    else:
        c = Counter()
    return c.n
