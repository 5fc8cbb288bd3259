"""The operators in Python mode, as plainly as can be: what converted code means when no tensor is about."""


class Loop:
    """Both kinds of loop: `turn` for `while`, `over` for `for`, `leaves` for its jumps."""

    def over(self, items):
        return items

    def turn(self, test):
        return bool(test)

    def leaves(self, flag):
        if flag is not True and flag is not False:
            raise TypeError(f"a flag is {flag!r}")
        return flag


class _Raising:
    def __enter__(self):
        pass

    def __exit__(self, *error):
        return False


raising = _Raising()


def _same(value, *names):
    return value


and_ = or_ = end = on = call = own = store = items = use = _same
each = nested = where = put = listed = lazy = yields = then = _same
born_cell = touch_cell = caught = touch_global = lambda *ignored: None


def if_(test, names):
    check_names(names)
    return (bool(test),)


def when(test):
    return bool(test)


def unless(test):
    return not test


def otherwise(then, names):
    check_names(names)
    return then


def end_if(then, names):
    check_names(names)


once = ()


def arms(names):
    check_names(names)
    return ((1, bool),)


def while_(names=(), until=()):
    check_names(names)
    return Loop()


def for_(iterable, names):
    check_names(names)
    return iterable


loop = while_


def check_names(names):
    if not isinstance(names, tuple) or list(names) != sorted(set(names)):
        raise TypeError(f"names are {names!r}")


def depth():
    return 0


def not_(a):
    return not a


def truth(a):
    return bool(a)


both = either = truth


given = else_given = assert_ = truth


def if_exp(side):
    (value,) = side
    return value


def in_(x, xs):
    return x in xs


def contains(container, item):
    return item in container


def not_in(x, xs):
    return x not in xs


def is_none(x):
    return x is None


def is_not_none(x):
    return x is not None


def fail(*message):
    raise AssertionError(*message)


def item(container, index):
    return container[index]


def naming(items, names):
    check_names(names)
    return items


def field(value, spec=""):
    return format(value, spec)


def converted_field(value, conversion, spec=""):
    return format({"r": repr, "s": str, "a": ascii}[conversion](value), spec)


def percent(template, values):
    return template % values


def text(*parts):
    return "".join(parts)
