"""Random programs: small functions that use the language in every combination that the passes rewrite.

A program is the text of a function `f(a, b, h)`. `h` is a helper that bounds the run and writes down what happens, in
order: `h.e(3, x)` notes that expression 3 was evaluated. The same seed gives the same program.
"""

import random
from dataclasses import dataclass

NAMES = ("a", "b", "c", "d", "x", "y", "z")


@dataclass(frozen=True)
class Features:
    """What programs may hold.

    Attributes:
        effects: exceptions, unbound variables, attributes, items, closures, notes: all that a program must not have
            whose arms all run.
        generators: some programs yield.
        depth: how deep blocks nest.
    """

    effects: bool = True
    generators: bool = True
    depth: int = 3


class Generator:
    """Writes one program."""

    def __init__(self, seed, features=Features()):
        self.random = random.Random(seed)
        self.features = features
        self.lines = []
        self.count = 0
        self.loops = 0
        self.closures = []
        self.generator = features.effects and features.generators and self.chance(0.15)
        self.may_yield = self.generator

    # ---- choices

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *options):
        return self.random.choice(options)

    def weighted(self, **weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def number(self):
        self.count += 1
        return self.count

    def name(self):
        return self.pick(*NAMES)

    def write(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- the program

    def program(self):
        self.write(0, "def f(a, b, h):")
        if self.chance(0.3):
            self.write(1, '"""A program."""')
        known = ("c", "d", "x", "y", "z")
        if self.features.effects and self.chance(0.3):
            known = known[: self.random.randint(0, 4)]
        for name in known:
            self.write(1, f"{name} = {self.random.randint(-2, 5)}")
        self.write(1, "xs = [a, b, 3]")
        if self.features.effects:
            self.write(1, "o = h.object()")
        if self.generator:
            self.write(1, "yield 0")
        self.block(1, self.random.randint(2, 5), loop=False)
        if self.chance(0.8) and not self.generator:
            self.write(1, f"return {self.result()}")
        return "\n".join(self.lines) + "\n"

    def result(self):
        names = ", ".join((self.name(), self.name()) if self.features.effects else NAMES)
        return self.pick(self.expression(2), f"({names})", f"({names})")

    def block(self, depth, size, loop, final=False):
        before = len(self.lines)
        for _ in range(size):
            self.statement(depth, loop, final)
        if len(self.lines) == before:
            self.write(depth, "pass")

    def statement(self, depth, loop, final=False):
        deep = depth > self.features.depth
        kinds = {"assign": 6, "augmented": 3, "pair": 1, "note": 2}
        if not deep:
            kinds |= {"if_": 9, "while_": 2, "for_": 4}
        if loop:
            kinds |= {"jump": 3}
        kinds |= {"return_": 1.2}
        if self.features.effects:
            kinds |= {"raise_": 0.7, "delete": 0.7, "attribute": 1.5, "item": 1.5, "assert_": 0.5, "append": 1}
            kinds |= {"declare": 0.3, "closure": 1.2, "call": 1, "comprehension": 1, "method": 0.4}
            if not deep:
                kinds |= {"try_": 3, "with_": 2, "match_": 1}
            if self.generator:
                kinds |= {"yield_": 2}
        getattr(self, self.weighted(**kinds))(depth, loop)

    def assign(self, depth, loop):
        self.write(depth, f"{self.name()} = {self.expression(2)}")

    def augmented(self, depth, loop):
        self.write(depth, f"{self.name()} {self.pick('+', '-')}= {self.expression(1)}")

    def pair(self, depth, loop):
        self.write(depth, f"{self.name()}, {self.name()} = {self.expression(1)}, {self.expression(1)}")

    def note(self, depth, loop):
        if self.features.effects:
            self.write(depth, f"h.e({self.number()}, {self.expression(1)})")

    def if_(self, depth, loop):
        self.write(depth, f"if {self.test()}:")
        self.block(depth + 1, self.random.randint(1, 3), loop)
        for _ in range(self.pick(0, 0, 0, 1, 2)):
            self.write(depth, f"elif {self.test()}:")
            self.block(depth + 1, self.random.randint(1, 2), loop)
        if self.chance(0.5):
            self.write(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 3), loop)

    def while_(self, depth, loop):
        self.write(depth, f"while {self.pick('True', 'True', '1') if self.chance(0.3) else self.test()}:")
        self.write(depth + 1, "h.tick()")
        self.body(depth)

    def for_(self, depth, loop):
        target = self.pick("i", "i", "x", "a")
        items = self.pick("range(3)", "xs", "range(h.n(a))", "(1, 2, 0)", "[a, b]")
        if self.chance(0.1):
            target, items = "i, y", "enumerate(xs)"
        self.write(depth, f"for {target} in {items}:")
        self.write(depth + 1, "h.tick()")
        self.body(depth)

    def body(self, depth):
        self.loops += 1
        self.block(depth + 1, self.random.randint(1, 4), True)
        if self.chance(0.25):
            self.write(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 2), False)

    def jump(self, depth, loop):
        self.write(depth, self.pick("break", "continue"))
        if self.chance(0.1):
            self.assign(depth, loop)

    def return_(self, depth, loop):
        if self.chance(0.5) and depth == 1:
            return self.assign(depth, loop)
        self.write(depth, "return" if self.chance(0.2) and self.features.effects else f"return {self.result()}")

    def match_(self, depth, loop):
        self.write(depth, f"match {self.expression(1)}:")
        patterns = ["0", "1 | 2", "-1", "[p, q]", "(p, 0)", "int(p)", "{'k': p}", "None", "[p, *_]", "'s' | 3", "p"]
        for pattern in self.random.sample(patterns[:-1], self.random.randint(1, 3)):
            guard = f" if {self.test()}" if self.chance(0.3) else ""
            self.write(depth + 1, f"case {pattern}{guard}:")
            self.block(depth + 2, self.random.randint(1, 2), loop)
        if self.chance(0.5):
            self.write(depth + 1, f"case {self.pick('_', 'p')}:")
            self.block(depth + 2, 1, loop)

    # ---- with effects

    def raise_(self, depth, loop):
        what = self.pick(f"ValueError({self.number()})", f"KeyError({self.number()})", "ValueError", "h.error()")
        self.write(depth, f"if {self.test()}:")
        self.write(depth + 1, f"raise {what}{self.pick('', '', ' from None')}")

    def delete(self, depth, loop):
        self.write(depth, f"del {self.pick('c', 'd', 'x', 'y', 'z')}")

    def attribute(self, depth, loop):
        self.write(depth, f"o.n {self.pick('', '+', '-')}= {self.expression(1)}")

    def item(self, depth, loop):
        place = self.pick("xs[0]", "o.items[1]", f"xs[h.e({self.number()}, 1)]", "o.table['k']", "xs[0:1]")
        value = f"[{self.expression(1)}]" if place == "xs[0:1]" else self.expression(1)
        self.write(depth, f"{place} {'' if ':' in place else self.pick('', '', '+')}= {value}")

    def assert_(self, depth, loop):
        self.write(depth, f"assert {self.test()}{self.pick('', f', {self.expression(1)}')}")

    def append(self, depth, loop):
        self.write(depth, f"xs.append({self.expression(1)})")

    def declare(self, depth, loop):
        self.write(depth, f"{self.name()}: int{self.pick('', ' = 1')}")

    def comprehension(self, depth, loop):
        self.may_yield = False
        condition = f" if {self.test()}" if self.chance(0.4) else ""
        self.write(depth, f"xs = [{self.pick('v', 'v + 1', 'h.v(v)', self.expression(1))} for v in xs{condition}]")
        self.may_yield = self.generator

    def method(self, depth, loop):
        name = f"K{self.number()}"
        self.write(depth, f"class {name}(type(o)):")
        self.write(depth + 1, "def get(self, p):")
        self.write(depth + 2, f"return super().get(p) if {self.test()} else ({self.expression(1)}, super().get(2))")
        self.write(depth, f"{self.name()} = h.number({name}().get({self.expression(1)}))")

    def closure(self, depth, loop):
        name = f"g{self.number()}"
        if self.chance(0.4):
            self.write(depth, f"{name} = lambda: {self.expression(1)}")
        else:
            changed = self.name()
            self.write(depth, f"def {name}(p=1):")
            self.write(depth + 1, f"nonlocal {changed}")
            self.write(depth + 1, f"if {self.test()}:")
            self.write(depth + 2, f"{changed} = {self.expression(1)}")
            if self.chance(0.5):
                self.write(depth + 2, f"return {self.expression(1)}")
            self.write(depth + 1, f"return {self.expression(1)}")
        self.closures.append(name)

    def call(self, depth, loop):
        if self.closures:
            self.write(depth, f"{self.name()} = h.number({self.pick(*self.closures)}())")
        else:
            self.note(depth, loop)

    def try_(self, depth, loop):
        self.write(depth, "try:")
        self.block(depth + 1, self.random.randint(1, 3), loop)
        handled = self.chance(0.75)
        if handled:
            kind = self.pick("ValueError", "(ValueError, KeyError)", "Exception", "NameError")
            self.write(depth, f"except {kind}{self.pick('', ' as x', ' as err')}:")
            self.block(depth + 1, self.random.randint(1, 2), loop)
            if self.chance(0.3):
                self.write(depth, "else:")
                self.block(depth + 1, self.random.randint(1, 2), loop)
        if not handled or self.chance(0.3):
            self.write(depth, "finally:")
            self.block(depth + 1, self.random.randint(1, 2), loop and self.chance(0.2))

    def with_(self, depth, loop):
        manager = f"h.manager({self.number()}, {self.pick(0, 0, 0, 1)}, {self.pick(0, 0, 1)})"
        second = f", h.manager({self.number()}, {self.pick(0, 0, 1)}, 0)" if self.chance(0.2) else ""
        self.write(depth, f"with {manager}{self.pick('', ' as y')}{second}:")
        self.block(depth + 1, self.random.randint(1, 3), loop)

    def yield_(self, depth, loop):
        self.write(depth, f"{self.pick('', 'x = ')}yield {self.expression(1)}")

    # ---- expressions

    def expression(self, depth):
        if depth <= 0:
            return self.atom()
        kinds = {"atom": 4, "sum": 3, "logic": 1, "ternary": 1}
        if self.features.effects:
            kinds |= {"noted": 2, "text": 0.3}
        match self.weighted(**kinds):
            case "atom":
                return self.atom()
            case "sum":
                return f"{self.atom()} {self.pick('+', '-', '*')} {self.expression(depth - 1)}"
            case "logic":
                return f"({self.test(depth - 1)})"
            case "ternary":
                return f"({self.side(depth)} if {self.test(depth - 1)} else {self.side(depth)})"
            case "noted":
                return f"h.e({self.number()}, {self.expression(depth - 1)})"
            case "text":
                return f"len(f'{{{self.atom()}}}')"

    def side(self, depth):
        value = self.expression(depth - 1)
        if self.features.effects and self.chance(0.1):
            return f"({self.name()} := {value})"
        return f"(yield {value})" if self.may_yield and self.chance(0.1) else value

    def atom(self):
        if not self.features.effects:
            return self.pick(self.name(), str(self.random.randint(-2, 5)), "len(xs)")
        names = (self.name(), self.name(), self.name())
        return self.pick(*names, str(self.random.randint(-2, 5)), "o.n", "len(xs)", "xs[0]")

    def test(self, depth=2):
        kinds = {"compare": 6, "name": 1, "chain": 1, "type": 1, "member": 0.5}
        if depth > 0:
            kinds |= {"and_": 1.5, "or_": 1.5, "not_": 1}
        if self.features.effects:
            kinds |= {"truth": 1.5, "none": 1, "walrus": 0.7}
        match self.weighted(**kinds):
            case "compare":
                return f"{self.expression(1)} {self.pick('<', '>', '==', '!=')} {self.expression(1)}"
            case "name":
                return self.name()
            case "chain":
                return f"{self.expression(1)} < {self.expression(1)} <= {self.expression(1)}"
            case "type":
                return f"isinstance({self.name()}, {self.pick('int', 'str')})"
            case "member":
                return f"{self.name()} {self.pick('in', 'not in')} xs"
            case "and_":
                paused = f"(yield {self.name()}) and " if self.may_yield and self.chance(0.1) else ""
                return f"{self.test(depth - 1)} and {paused}{self.test(depth - 1)}"
            case "or_":
                return f"({self.test(depth - 1)} or {self.test(depth - 1)})"
            case "not_":
                return f"not {self.name()}" if self.chance(0.5) else f"not ({self.test(depth - 1)})"
            case "truth":
                return f"h.truth({self.number()}, {self.expression(1)})"
            case "none":
                return f"{self.name()} is {self.pick('', 'not ')}None"
            case "walrus":
                return f"({self.name()} := {self.expression(1)}) > {self.atom()}"


def program(seed, features=Features()):
    """The text of the program of that seed; one that Python does not compile is replaced by the next."""
    while True:
        text = Generator(seed, features).program()
        try:
            compile(text, "<program>", "exec")
        except SyntaxError:
            seed += 1_000_003
        else:
            return text
