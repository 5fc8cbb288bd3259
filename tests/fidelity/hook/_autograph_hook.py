"""Gives loaders the converted code of modules, and reports what was loaded and ran."""

import atexit
import gc
import marshal
import os
import sys
import threading
from importlib import _bootstrap_external as machinery
from types import CodeType, FunctionType

import _autograph_operators

LIBRARY = os.path.dirname(os.__file__)
ADAPTIVE = hasattr(CodeType, "_co_code_adaptive")  # From 3.11 on CPython rewrites the code of what runs often.
TOOL = 4  # of `sys.monitoring`: not one of those that have a meaning

loaded = {}  # names of converted modules: how many of their functions there are
codes = set()  # converted code objects of functions
ran = set()


def install(folder):
    """Converts what is loaded and what will be; then loads the real operators."""
    named = os.environ.get("AUTOGRAPH_FIDELITY_MODULES")
    known = {name[:-5] for name in os.listdir(folder) if name.endswith(".code")}
    wanted = known & set(named.split(",")) if named else known
    if hasattr(sys, "monitoring"):
        watch()
    elif not ADAPTIVE:
        watch_calls()
    replace_early(folder, wanted)
    patch(folder, wanted)
    import autograph.operators as operators

    vars(_autograph_operators).update((name, getattr(operators, name)) for name in operators.__all__)
    if os.environ.get("AUTOGRAPH_FIDELITY_WRONG"):
        answer_wrongly()
    report = os.environ.get("AUTOGRAPH_FIDELITY_REPORT")
    if report:
        atexit.register(write, report, os.getpid())


def read(folder, name):
    """The converted code of a module."""
    with open(f"{folder}/{name}.code", "rb") as stream:
        code = marshal.loads(stream.read())
    found = set(functions(code))
    loaded[name] = len(found)
    codes.update(found)
    return code


def functions(code):
    """The code objects of all functions in a code object."""
    for item in code.co_consts:
        if isinstance(item, CodeType):
            if item.co_flags & 1 and item.co_name[0] != "<":  # CO_OPTIMIZED: no class body
                yield item
            yield from functions(item)


def module_name(path):
    """The name of the library module in a file, or None."""
    if not isinstance(path, str) or not path.startswith(f"{LIBRARY}/") or not path.endswith(".py"):
        return None
    return path[len(LIBRARY) + 1 : -3].removesuffix("/__init__").replace("/", ".")


def patch(folder, wanted):
    """From now on loaders of files give converted code."""
    original = machinery.SourceLoader.get_code

    def get_code(self, fullname):
        if type(self) is machinery.SourceFileLoader:
            name = module_name(self.path)
            if name in wanted:
                return read(folder, name)
        return original(self, fullname)

    get_code.__qualname__ = original.__qualname__
    machinery.SourceLoader.get_code = get_code


def replace_early(folder, wanted):
    """Gives the functions of modules that are loaded already their converted code."""
    early = {name for name in sys.modules if name in wanted}
    by_place = {}
    for name in early:
        for code in functions(read(folder, name)):
            place = name, code.co_name, code.co_firstlineno
            by_place[place] = None if place in by_place else code
    for function in gc.get_objects():
        if type(function) is FunctionType:
            old = function.__code__
            new = by_place.get((function.__globals__.get("__name__"), old.co_name, old.co_firstlineno))
            if new is not None and len(new.co_freevars) == len(old.co_freevars):
                function.__globals__["__autograph__"] = _autograph_operators
                function.__code__ = new


def watch():
    """Notes which converted functions run, at one event each."""
    monitoring = sys.monitoring

    def start(code, offset):
        if code in codes:
            ran.add(code)
        return monitoring.DISABLE

    monitoring.use_tool_id(TOOL, "fidelity")
    monitoring.register_callback(TOOL, monitoring.events.PY_START, start)
    monitoring.set_events(TOOL, monitoring.events.PY_START)

    def step_aside(event, arguments):
        if event == "sys.settrace":  # Python 3.13 loses events of a debugger where another tool disables its own
            monitoring.set_events(TOOL, 0)

    sys.addaudithook(step_aside)


def watch_calls():
    """Notes which converted functions run, where CPython has nothing better than a profiler (3.10)."""

    def note(frame, event, arg):
        if frame.f_code in codes:
            ran.add(frame.f_code)

    sys.setprofile(note)
    threading.setprofile(note)


def answer_wrongly():
    """The negative control: `if` takes the other arm, `not` and `in` say the contrary, from the tests on."""
    right = vars(_autograph_operators).copy()
    _autograph_operators.if_ = lambda test, names=(): right["if_"](not test, names)
    _autograph_operators.once = ((1, right["not_"]),)
    _autograph_operators.when, _autograph_operators.unless = right["unless"], right["when"]
    _autograph_operators.not_ = lambda value: not right["not_"](value)
    _autograph_operators.in_ = lambda item, container: not right["in_"](item, container)
    _autograph_operators.contains = lambda container, item: not right["contains"](container, item)


def write(report, process):
    """Appends what this process loaded and ran, unless it is a fork."""
    if os.getpid() != process:
        return
    if ADAPTIVE and not hasattr(sys, "monitoring"):
        ran.update(code for code in codes if code._co_code_adaptive != code.co_code)
    line = repr((sorted(loaded), len(codes), len(ran)))
    with open(report, "a") as stream:
        stream.write(line + "\n")
