"""Random programs on numbers, vectors and lists in which some subexpressions are tensors, marked as `h.t(…)`.

A program is the text of a function `f(a, b, h)`. It always ends, and all its numbers stay small: what they compute is
the same in Python and in 32 bits. The same seed gives the same program.
"""

import random

NAMES = ("a", "b", "x", "y", "z")
MODULUS = 53


class TensorProgram:
    """Writes one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.count = 0
        self.functions = []
        self.frozen = set()  # variables that a loop goes over

    # ---- choices

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *options):
        return self.random.choice(options)

    def weighted(self, **weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def write(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- the program

    def program(self):
        self.write(0, "def f(a, b, h):")
        for name in ("x", "y", "z"):
            self.write(1, f"{name} = {self.leaf()}")
        self.write(1, f"v = h.v([{self.random.randint(-2, 5)}, a, {self.random.randint(-2, 5)}])")
        self.write(1, "m = None")
        self.write(1, "u = 0")
        self.write(1, "xs = [1, a]")
        self.write(1, "d = {'k': 1, 'l': b}")
        self.write(1, "o = h.object()")
        self.write(1, "p = (x, y)")
        self.write(1, "w = 0.5")
        self.block(1, self.random.randint(3, 6), loop=False)
        self.write(1, f"return {self.result()}")
        return "\n".join(self.lines) + "\n"

    def result(self):
        return (
            "x, y, z, u, w, v[0] + v[1] * 2 + v[2], sum(xs), len(xs), d['k'], o.n, p[0] - p[1], -1 if m is None else m"
        )

    def block(self, depth, size, loop):
        for _ in range(size):
            self.statement(depth, loop)

    def statement(self, depth, loop):
        kinds = {"assign": 6, "augmented": 3, "pair": 1, "vector": 1.5, "append": 2, "attribute": 1, "entry": 1}
        kinds |= {"optional": 1, "half": 1, "tuple_": 1, "comprehension": 1.2, "call": 1, "lists": 0.7, "ordered": 0.5}
        if depth <= 3:
            kinds |= {"if_": 9, "while_": 2, "for_": 4, "match_": 1.5, "function": 1}
        if loop:
            kinds |= {"jump": 3}
        kinds |= {"return_": 0.7}
        getattr(self, self.weighted(**kinds))(depth, loop)

    def assign(self, depth, loop):
        self.write(depth, f"{self.pick('x', 'y', 'z')} = {self.bounded(2)}")

    def augmented(self, depth, loop):
        name = self.pick("x", "y", "z")
        self.write(depth, f"{name} {self.pick('+', '-')}= {self.bounded(1)}")
        self.write(depth, f"{name} %= {MODULUS}")

    def pair(self, depth, loop):
        self.write(depth, f"{self.pick('x', 'y')}, z = {self.bounded(1)}, {self.bounded(1)}")

    def vector(self, depth, loop):
        if "v" in self.frozen:
            return self.assign(depth, loop)
        place = f"v[{self.pick('0', '1', '-1', f'({self.expression(1)}) % 3')}]"
        return self.write(depth, self.pick(f"{place} = {self.bounded(1)}", f"v = (v + {self.leaf()}) % {MODULUS}"))

    def append(self, depth, loop):
        if "xs" not in self.frozen:
            self.write(depth, f"xs.append({self.bounded(1)})")

    def lists(self, depth, loop):
        if "xs" in self.frozen:
            return self.assign(depth, loop)
        change = self.pick(
            "xs.insert(0, {})", "xs.pop()", "xs += [{}]", "xs[0] = {}", "xs = xs[1:] + [{}]", "xs.reverse()"
        )
        return self.guarded(depth, "len(xs) > 0", change.format(self.bounded(1)))

    def ordered(self, depth, loop):
        source = self.pick("[x, y, z]", "v", "xs")
        call = self.pick(
            f"sorted({source})[0]", f"sorted({source}, key=lambda k: (k % 5, k))[-1]", f"max({source}, default=7)"
        )
        if source == "xs" and "sorted" in call:
            return self.guarded(depth, "len(xs) > 0", f"{self.pick('x', 'y')} = {call}")
        return self.write(
            depth, f"{self.pick('x', 'y')} = {call if 'default' not in call or source == 'xs' else f'min({source})'}"
        )

    def guarded(self, depth, test, text):
        self.write(depth, f"if {test}:")
        self.write(depth + 1, text)

    def attribute(self, depth, loop):
        self.write(depth, f"o.n = {self.pick('', 'o.n + ')}{self.bounded(1)}")
        self.write(depth, f"o.n %= {MODULUS}")

    def entry(self, depth, loop):
        self.write(depth, f"d['{self.pick('k', 'l')}'] = {self.bounded(1)}")

    def optional(self, depth, loop):
        self.write(depth, f"m = {self.pick('None', self.bounded(1), self.bounded(1))}")

    def half(self, depth, loop):
        self.write(depth, f"w = (w {self.pick('+', '-')} {self.random.randint(0, 5)}) {self.pick('', '* 0.5 ')}% 8")

    def tuple_(self, depth, loop):
        self.write(depth, f"p = ({self.bounded(1)}, p[{self.pick('0', '1')}])")

    def comprehension(self, depth, loop):
        source = self.pick("xs", "v", f"range(({self.expression(1)}) % 4)", "[x, 2, y]", "(1, 2, 3)")
        condition = f" if {self.test(1, 'q')}" if self.chance(0.5) else ""
        element = self.pick("q", "q + 1", "q * 2", f"q + {self.leaf()}")
        text = f"{element} for q in {source}{condition}"
        target = self.pick("x", "y", "z")
        kind = self.weighted(total=2, made=1, any_=1.5, count=1)
        if kind == "made" and "xs" not in self.frozen:
            self.write(depth, f"xs = [{text}]")
        elif kind == "any_":
            names = self.pick("any", "all")
            self.write(depth, f"{target} = 1 if {names}({self.test(1, 'q')} for q in {source}{condition}) else 0")
        elif kind == "count":
            self.write(depth, f"{target} = len([{text}])")
        else:
            self.write(depth, f"{target} = sum({self.pick('[{}]', '{}').format(text)}) % {MODULUS}")

    # ---- control flow

    def if_(self, depth, loop):
        self.write(depth, f"if {self.test()}:")
        self.block(depth + 1, self.random.randint(1, 3), loop)
        for _ in range(self.pick(0, 0, 0, 1)):
            self.write(depth, f"elif {self.test()}:")
            self.block(depth + 1, self.random.randint(1, 2), loop)
        if self.chance(0.5):
            self.write(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 3), loop)

    def while_(self, depth, loop):
        name = self.fresh("n")
        self.write(depth, f"{name} = ({self.expression(1)}) % 4")
        self.write(depth, f"while {name} > 0{self.pick('', f' and {self.test(1)}')}:")
        self.write(depth + 1, f"{name} -= 1")
        self.body(depth)

    def for_(self, depth, loop):
        target = self.pick("i", "i", "x")
        items = self.pick(
            "range(3)", "xs", f"range(({self.expression(1)}) % 4)", "v", "[x, y]", "zip(v, xs)", "enumerate(v)"
        )
        if items[0] in "ze":
            target = f"i, {self.pick('y', 'z')}"
        before = set(self.frozen)
        self.frozen |= {name for name in ("xs", "v") if name in items}
        self.write(depth, f"for {target} in {items}:")
        self.body(depth)
        self.frozen = before

    def body(self, depth):
        self.block(depth + 1, self.random.randint(1, 3), True)
        if self.chance(0.25):
            self.write(depth, "else:")
            self.block(depth + 1, 1, False)

    def jump(self, depth, loop):
        self.write(depth, f"if {self.test()}:")
        self.write(depth + 1, self.pick("break", "continue"))

    def return_(self, depth, loop):
        self.write(depth, f"if {self.test()}:")
        self.write(depth + 1, f"return {self.result()}")

    def match_(self, depth, loop):
        self.write(depth, f"match {self.pick(self.expression(1), '(x, y)', '[z, x, 1]')}:")
        patterns = ["0", "1 | 2", "-1", "[k, 1]", "(k, 0)", "[k, *_]", "(0 | 1 as k, l)", "k"]
        for pattern in self.random.sample(patterns[:-1], self.random.randint(1, 3)):
            guard = f" if {self.test()}" if self.chance(0.3) else ""
            self.write(depth + 1, f"case {pattern}{guard}:")
            self.block(depth + 2, self.random.randint(1, 2), loop)
        if self.chance(0.5):
            self.write(depth + 1, "case _:")
            self.block(depth + 2, 1, loop)

    def function(self, depth, loop):
        name = self.fresh("g")
        changed = self.pick("x", "y", None)
        self.write(depth, f"def {name}(k):")
        if changed is not None:
            self.write(depth + 1, f"nonlocal {changed}")
        self.write(depth + 1, f"if {self.test(1, 'k')}:")
        if changed is not None:
            self.write(depth + 2, f"{changed} = {self.bounded(1)}")
        self.write(depth + 2, f"return k + {self.leaf()}")
        self.write(depth + 1, f"return {self.leaf()}")
        self.write(depth, f"{self.pick('x', 'y', 'z')} = {name}({self.bounded(1)}) % {MODULUS}")

    def call(self, depth, loop):
        call = self.pick("h.clip({})", "h.fall(({}) % 4)", "(lambda k: k + x if k > y else k)({})")
        self.write(depth, f"{self.pick('x', 'y', 'z')} = {call.format(self.expression(1))} % {MODULUS}")

    # ---- expressions

    def bounded(self, depth):
        return f"({self.expression(depth)}) % {MODULUS}"

    def expression(self, depth):
        if self.chance(0.12):
            return f"h.t({self.expression(depth)})"
        if depth <= 0:
            return self.leaf()
        match self.weighted(leaf=4, sum=3, ternary=1, call=1, index=0.6, divide=0.6):
            case "leaf":
                return self.leaf()
            case "sum":
                return f"{self.leaf()} {self.pick('+', '-', '*')} {self.leaf()}"
            case "ternary":
                return f"({self.side(depth)} if {self.test(depth - 1)} else {self.side(depth)})"
            case "call":
                return self.pick(f"abs({self.leaf()})", f"max({self.leaf()}, {self.leaf()})", "len(xs)", "min(x, y, 3)")
            case "index":
                return self.pick(
                    f"[1, x, 3][({self.leaf()}) % 3]", f"v[({self.leaf()}) % 3]", f"(4, 5)[({self.leaf()}) % 2]"
                )
            case "divide":
                return f"{self.leaf()} {self.pick('//', '%')} {self.pick('3', '7', '(abs(x) + 1)')}"

    def side(self, depth):
        return f"(u := {self.bounded(depth - 1)})" if self.chance(0.1) else self.expression(depth - 1)

    def leaf(self):
        number = str(self.random.randint(-2, 5))
        names = NAMES[:2] if len(self.lines) < 4 else NAMES
        others = ("d['k']", "o.n", "p[0]", "v[1]") if len(self.lines) > 10 else ()
        return self.pick(self.pick(*names), self.pick(*names), number, f"h.t({number})", *others)

    def test(self, depth=2, name=None):
        kinds = {"compare": 6, "chain": 1, "member": 0.5, "truth": 0.7}
        if depth > 0:
            kinds |= {"and_": 1.5, "or_": 1.5, "not_": 1, "walrus": 0.5}
        if len(self.lines) > 10:
            kinds |= {"none": 0.7}
        left = name or self.expression(1)
        match self.weighted(**kinds):
            case "compare":
                return f"{left} {self.pick('<', '>', '==', '!=', '<=')} {self.expression(1)}"
            case "chain":
                return f"{self.leaf()} < {left} <= {self.leaf()}"
            case "member":
                return f"{left} {self.pick('in', 'not in')} {self.pick('(1, 2, 3)', '[x, y]', '{0, 5}')}"
            case "truth":
                return name or self.leaf()
            case "and_":
                return f"{self.test(depth - 1, name)} and {self.test(depth - 1)}"
            case "or_":
                return f"({self.test(depth - 1, name)} or {self.test(depth - 1)})"
            case "not_":
                return f"not ({self.test(depth - 1, name)})"
            case "walrus":
                return f"(u := {self.bounded(1)}) > {left}" if name is None else f"{name} > {self.leaf()}"
            case "none":
                return f"m is {self.pick('', 'not ')}None"


def tensor_program(seed):
    """The text of the program of that seed; one that Python does not compile is replaced by the next."""
    while True:
        text = TensorProgram(seed).program()
        try:
            compile(text, "<program>", "exec")
        except SyntaxError:
            seed += 1_000_003
        else:
            return text
