"""Where compilers of Python go wrong: each function gives a value that conversion must not change.

The module is imported natively, and loaded once more with every function converted. Variables that decide something
are parameters or come from calls, so that no test of an `if` is known from the text.
"""

import asyncio
import contextlib
import gc
import inspect
import pickle
import sys
import traceback
import warnings
import weakref

truths = []


class Thing:
    """Something that a weak reference can follow."""


class Counting:
    """Says when its truth is asked for."""

    def __bool__(self):
        truths.append(1)
        return True


class Base:
    def name(self):
        return "base"


class Derived(Base):
    def in_an_arm(self, yes):
        if yes:
            return super().name() + " derived"

    def in_operands(self):
        return self.name() and super().name()

    def after_rebinding(this, yes):
        if yes:
            this = Derived()
            return super().name()

    def private(self, __start, items):
        for __item in items:
            if __item:
                __start += __item
        return __start


def caller_name():
    return sys._getframe(1).f_code.co_name


def unbound_in_an_arm_is_an_unbound_local_error(yes=True):
    try:
        if yes:
            print(later)
        later = 1
    except NameError as error:
        return type(error).__name__, str(error)


def unbound_after_del(yes=True):
    def deleted(yes):
        value = 1
        if yes:
            del value
        try:
            return value
        except UnboundLocalError as error:
            return str(error)

    return deleted(yes), deleted(not yes)


def super_in_an_arm_and_in_operands():
    return Derived().in_an_arm(1), Derived().in_operands()


def super_after_self_is_rebound():
    return Derived().after_rebinding(1)


def private_names_in_arms():
    return Derived().private(1, [1, 0, 2])


def del_in_an_arm_frees(yes=True):
    thing = Thing()
    alive = weakref.ref(thing)
    if yes:
        del thing
        return alive() is None


def the_item_of_the_last_turn_is_freed():
    freed, last = [], None
    for thing in (Thing() for _ in range(3)):
        if last is not None:
            freed.append(last() is None)
        last = weakref.ref(thing)
        del thing
        freed.append(last() is None)
    return freed


def operands_are_not_kept():
    thing = Thing()
    alive = weakref.ref(thing)
    _ = thing and 0
    if thing and 1:
        pass
    del thing
    return alive() is None


def break_closes_the_generator():
    log = []

    def generate():
        try:
            yield 1
            yield 2
        finally:
            log.append("closed")

    for item in generate():
        if item:
            break
    log.append("after")
    return log


def leaving_a_function_frees_its_variables(yes=True):
    def kept(yes):
        thing = Thing()
        if yes:
            other = thing  # noqa: F841
        return weakref.ref(thing)

    gc.disable()
    try:
        return kept(yes)() is None
    finally:
        gc.enable()


def the_name_of_a_handler_is_deleted(yes=True):
    try:
        if yes:
            raise ValueError(1)
    except ValueError as error:
        if yes:
            text = str(error)
    try:
        error  # noqa: B018
    except NameError as unbound:
        return text, type(unbound).__name__


def return_in_finally_swallows(yes=True):
    try:
        raise KeyError
    finally:
        if yes:
            return 5  # noqa: B012


def continue_in_finally_swallows():
    log = []
    for number in range(3):
        try:
            1 / (number - 1)
        except TypeError:
            pass
        finally:
            log.append(number)
            if number == 1:
                continue  # noqa: B012
    return log


def leaving_with_may_abandon_a_return(yes=True):
    class Failing:
        def __enter__(self):
            pass

        def __exit__(self, *error):
            raise KeyError

    with contextlib.suppress(KeyError), Failing():
        if yes:
            return 5
    return 6


def finally_may_abandon_a_return(yes=True):
    try:
        try:
            if yes:
                return 5
        finally:
            raise KeyError
    except KeyError:
        pass
    return 6


def return_in_try_skips_else(yes=True):
    def tried(yes):
        log = []
        try:
            if yes:
                return log
        except KeyError:
            pass
        else:
            log.append("else")
        return log

    return tried(yes), tried(not yes)


def order_of_else_and_finally(last=1):
    log = []
    for number in range(3):
        try:
            if number == last:
                continue
            log.append(number)
        except KeyError:
            pass
        else:
            log.append("else")
        finally:
            log.append("finally")
    else:
        log.append("done")
    return log


def closures_see_the_loop_variable_late():
    functions = []
    for number in range(3):
        if number >= 0:
            functions.append(lambda: number)
    return [function() for function in functions]


def truth_is_asked_once():
    def asked(value):
        if value:
            pass
        while value:
            break
        _ = value and 1
        _ = 1 if value else 2
        _ = not value
        if value and value:
            pass
        if not value:
            pass
        return len(truths)

    truths.clear()
    return asked(Counting())


def stop_iteration_passes_through_a_loop():
    def stopping():
        for item in [1]:
            if item:
                next(iter([]))

    try:
        stopping()
    except StopIteration:
        return "stop"


def sequences_iterate_by_index():
    class Sequence:
        def __getitem__(self, index):
            if index > 2:
                raise IndexError
            return index

    return [item for item in Sequence() if item != 1]


def assignments_in_tests(items=(1, 2, 3, 4, 0)):
    iterator, seen = iter(items), []
    while (item := next(iterator, None)) is not None and item:
        seen.append(item)
    if any((found := item) > 2 for item in seen) and (again := found):
        seen.append((found, again))
    return seen


def class_body_in_an_arm(yes=True):
    outer = "outer"
    if yes:

        class Local:
            seen = outer
            if yes:
                inner = "inner"
            listed = [outer for _ in range(1)]

        return Local.seen, Local.inner, Local.listed, Local.__qualname__


def qualified_names_of_functions_in_arms(yes=True):
    if yes:

        def inner():
            pass

    return inner.__qualname__, (lambda: 0).__qualname__


def a_function_defined_by_either_arm(yes=True):
    def made(yes):
        if yes:

            def inner(a, *, b=1):
                return a + b

        else:

            def inner(a):
                return 0

        return inner(1), inner.__kwdefaults__, inner.__name__

    return made(yes), made(not yes)


def global_in_an_arm(yes=True):
    if yes:
        global _shared
        _shared = 5
    for _shared in range(2):
        pass
    return _shared


def callees_see_their_caller(yes=True):
    if yes:
        return caller_name()


def warnings_count_frames(yes=True):
    def warn(yes):
        if yes and yes:
            warnings.warn("here", stacklevel=2)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn(yes)
    return caught[0].lineno


def tracebacks_have_the_users_frames(yes=True):
    def fail(yes):
        for _ in [1]:
            if yes:
                1 / 0

    try:
        fail(yes)
    except ZeroDivisionError:
        return [(frame.name, frame.lineno, frame.line) for frame in traceback.extract_tb(sys.exc_info()[2])]


def signature_and_code(function=None):
    def described(a, b=2, *args, c, d=4, **kwargs):
        """Documented."""
        if a:
            x = 1
        return x

    code = described.__code__
    parameters = code.co_varnames[:6], code.co_argcount, code.co_kwonlyargcount
    return str(inspect.signature(described)), described.__doc__, parameters, code.co_firstlineno, code.co_flags


def closures_stay_as_small(value=1):
    def inner(other):
        if other:
            return value
        return not other

    return inner.__code__.co_freevars, inner.__code__.co_cellvars, len(inner.__closure__)


def defaults_may_change_later():
    def default(a=1):
        if a:
            return a

    default.__defaults__ = (7,)
    return default()


def generators_give_take_and_return():
    def generate(count):
        for number in range(count):
            if number == 1:
                continue
            sent = yield number
            if sent:
                return sent
        return "end"

    generator = generate(4)
    seen = [next(generator), generator.send(None)]
    try:
        generator.send("sent")
    except StopIteration as stop:
        seen.append(stop.value)
    return seen


def coroutines_await():
    async def count(number):
        seen = []
        for item in range(number):
            if item:
                await asyncio.sleep(0)
            seen.append(item and item or "zero")
        return seen

    return asyncio.run(count(3))


def match_with_jumps():
    def matched(items):
        seen = []
        for item in items:
            match item:
                case [_, *rest] if rest:
                    seen.append(rest)
                case {"key": value, **_others}:
                    if value:
                        break
                case int():
                    continue
                case _:
                    return "other"
            seen.append("matched")
        return seen

    return matched([[1, 2], 3, {"key": 0}, {"key": 1}, 5]), matched(["text"])


def operands_of_a_chain_run_once():
    seen = []

    def value(number):
        seen.append(number)
        return number

    return value(1) < value(3) < value(2) < value(9), seen


def constants_in_conditions():
    def taken(value):
        if 0 and value:
            return "both"
        if "" or value:
            return "one"
        return "none"

    return taken(1), taken(0)


def the_users_names_win():
    def named(then, did_return, ag, loop, return_value):
        if then:
            for did_break in loop:
                if did_break:
                    return did_return, ag, return_value
        return None

    return named(1, 2, 3, [4], 5), named(0, 2, 3, [4], 5)


def recursion_is_as_deep_as_ever():
    def deepest(depth):
        for _ in [1]:
            if depth > 0:
                return deepest(depth - 1)
        return inspect.stack

    limit, before = 300, len(inspect.stack(0))
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(before + limit)
    try:
        return deepest(limit - 20) is inspect.stack
    finally:
        sys.setrecursionlimit(old)


def instances_of_local_names_pickle(yes=True):
    if yes:
        copied = pickle.loads(pickle.dumps([Base.name, caller_name]))
    return [function.__qualname__ for function in copied]
