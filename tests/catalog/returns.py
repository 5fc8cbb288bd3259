"""Early and conditional `return`."""

from tests.catalog import case


@case((3,), (-3,))
def early_return(x):
    if x > 0:
        return x
    return -x


@case((3,), (-3,), (0,), (50,))
def four_returns(x):
    if x < 0:
        return -1
    if x == 0:
        return 0
    if x > 10:
        return 10
    return x


@case((3,), (-3,))
def return_in_both_arms(x):
    if x > 0:
        y = x * 2
        return y + 1
    else:
        return x


@case((3, 1), (3, -1), (-3, 1))
def return_in_a_nested_if(x, y):
    if x > 0:
        if y > 0:
            return x + y
        x = x * 10
    return x


@case((3,), (-3,))
def return_a_tuple(x):
    if x > 0:
        return x, 1
    return 0, x


@case((3.0,), (-3.0,))
def return_a_dict(x):
    if x > 0:
        return {"sign": 1, "value": x}
    return {"sign": -1, "value": -x}


@case((3,), (-3,))
def return_after_work(x):
    if x > 0:
        x += 1
        x *= 2
        return x
    x -= 1
    return x


@case((3,), (-3,))
def ternary_return(x):
    return x if x > 0 else -x


@case((5,), (-5,))
def return_between_statements(x):
    y = x + 1
    if y > 3:
        return y
    y = y * y
    if y > 30:
        return 1
    return y


@case((3,))
def no_return_value(x):
    if x > 0:
        x = x + 1


@case((3,), (-3,))
def bare_return_in_both_paths(x):
    if x > 0:
        return
    x = x + 1
    return


@case((3,), error="must also have a return|None")
def value_on_one_path_only(x):
    if x > 0:
        return (x, x)


@case((3,), error="structure|tuple|disagree")
def returns_of_different_structure(x):
    if x > 0:
        return x, x
    return x
