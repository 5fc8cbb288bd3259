"""What converted library modules import as their operator library.

The operators of this project need the standard library themselves. So that it can be converted too, these plain forms
answer while it loads; `sitecustomize` puts the real operators in their place before anything under test runs.
"""


class _Loop:
    turn = leaves = staticmethod(bool)

    def over(self, items):
        return items


class _Raising:
    def __enter__(self):
        pass

    def __exit__(self, *error):
        return False


def _same(value, *names):
    return value


def _nothing(*arguments):
    return 0


def if_(test, names=()):
    return (bool(test),)


once = ((1, bool),)


def unless(test):
    return not test


def while_(names=(), until=()):
    return _Loop()


def for_(items, names):
    return items


def not_(a):
    return not a


def if_exp(side):
    return side[0]


def in_(item, container):
    return item in container


def contains(container, item):
    return item in container


def not_in(item, container):
    return item not in container


def is_none(value):
    return value is None


def is_not_none(value):
    return value is not None


def fail(*message):
    raise AssertionError(*message)


def item(container, index):
    return container[index]


def field(value, spec=""):
    return format(value, spec)


def converted_field(value, conversion, spec=""):
    return format({"r": repr, "s": str, "a": ascii}[conversion](value), spec)


def percent(template, values):
    return template % values


def text(*parts):
    return "".join(parts)


__module__ = __name__  # some tests ask it of every value in a module
raising = _Raising()
truth = when = both = either = given = else_given = assert_ = bool
loop = while_
and_ = or_ = end = on = call = own = store = items = use = raise_ = otherwise = end_if = _same
each = nested = where = put = listed = lazy = naming = yields = then = _same
born_cell = touch_cell = touch_global = depth = caught = _nothing
