"""Writes the steps of a plan as lines: plain ops, loops, branches and calls.

Values live in Python locals. Two rules keep the text short and memory low: a loop variable takes over the local of its
initial value if nobody reads that any more, and what a step makes goes straight to the local where it is wanted (a loop
variable, the result of a branch) if nobody reads the old content any more.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from runtime.effects import CALL, CASE, FUNCTIONAL, WHILE
from runtime.engines.source import DEADLINE, EXPIRE, NOW, Loop, Module, Place
from runtime.plan import Plan, Step

_DEEPEST = 12
"""Blocks inside blocks: Python allows 20 loops inside each other, so deeper ones become functions of their own."""

_BIG = 1 << 16
"""Bytes: a smaller value need not be dropped before its function ends."""

Names = Sequence[str | None]


@dataclass
class Block:
    """Lines for the steps of one plan.

    Attributes:
        module: the text.
        plan: the plan.
        parameters: the local that holds each of its feeds.
        owned: parameters whose locals nobody else reads; they may be dropped and reused.
        depth: how far the lines are indented.
        loops: the loops around, outermost first.
    """

    module: Module
    plan: Plan
    parameters: Names
    owned: set[int] = field(default_factory=set)
    depth: int = 1
    loops: tuple[Loop, ...] = ()

    def __post_init__(self) -> None:
        self._names: dict[int, str] = {}
        self._holders: dict[str, list[int]] = {}
        self._wishes: dict[int, str] = {}
        self._last_read: dict[int, int] = {}
        for i, step in enumerate(self.plan.steps):
            self._last_read.update((value, i) for value in step.inputs if value is not None)
        self._last_read.update((value, len(self.plan.steps)) for value in self.plan.results)
        for value, name in zip(self.plan.parameters, self.parameters, strict=True):
            if value is not None and name is not None:
                self._bind(value, name)
        for value, constant in self.plan.constants.items():
            self._names[value] = self.module.constant(self.plan.tensors[value], constant)

    def write(self, targets: Names) -> list[str]:
        """Writes all steps, and moves the results to their targets.

        Args:
            targets: for each result the local where it shall be, or None if anywhere will do.

        Returns:
            The locals (or constants) where the results are.
        """
        for value, target in zip(self.plan.results, targets, strict=True):
            if target is not None and value not in self._names:
                self._wishes.setdefault(value, target)
        self._wish_for_initial_values()
        for i, step in enumerate(self.plan.steps):
            self._write_step(i, step)
        results = [self._names[value] for value in self.plan.results]
        self._move(results, targets)
        return [name if target is None else target for name, target in zip(results, targets, strict=True)]

    def _wish_for_initial_values(self) -> None:
        """Wishes for the initial value of a loop variable what is wished for its last one."""
        for step in reversed(self.plan.steps):
            for k in step.carried:
                output, initial = step.outputs[k], step.inputs[k]
                if output in self._wishes and initial in step.dying and initial not in self._names:
                    self._wishes.setdefault(initial, self._wishes[output])

    def write_arm(self, targets: Names) -> None:
        """Writes all steps, at least one line."""
        before = self.module.line_count
        self.write(targets)
        if self.module.line_count == before:
            self._line("pass")

    def is_empty(self, targets: Names) -> bool:
        """Whether nothing has to be done for the results to be in their targets."""
        return not self.plan.steps and all(
            target is None or self._names[value] == target
            for value, target in zip(self.plan.results, targets, strict=True)
        )

    # ------------------------------------------------------------------------------------------ names of values

    def _bind(self, value: int, name: str) -> None:
        self._names[value] = name
        self._holders.setdefault(name, []).append(value)

    def _place(self, value: int, at: int) -> str:
        """The local for what step `at` makes: the one wished for, if its content is not read after the step."""
        wish = self._wishes.get(value)
        if wish is not None and self._is_free(wish, at):
            return wish
        return self.module.fresh(self.plan.tensors[value])

    def _is_free(self, name: str, after: int) -> bool:
        return all(self._last_read.get(value, -1) <= after for value in self._holders.get(name, ()))

    def _inputs(self, step: Step) -> list[str | None]:
        return [None if value is None else self._names[value] for value in step.inputs]

    def _move(self, names: Sequence[str], targets: Names) -> None:
        moves = [(t, n) for t, n in zip(targets, names, strict=True) if t is not None and t != n]
        if moves:
            self._line(f"{', '.join(t for t, _ in moves)} = {', '.join(n for _, n in moves)}")

    # ------------------------------------------------------------------------------------------ lines

    def _line(self, text: str, step: Step | None = None, note: str = "") -> None:
        self.module.write(self.depth, text, None if step is None else self._place_of(step), note)

    def _place_of(self, step: Step) -> Place:
        return Place(step.op, tuple([name for name in self._inputs(step) if name is not None]), self.loops)

    def _write_step(self, i: int, step: Step) -> None:
        if step.op.type == "VarHandleOp":
            self._bind_outputs(step, [self.module.handle(step.op)])
        elif step.op.type in CALL:
            self._write_call(i, step)
        elif step.op.type not in FUNCTIONAL:
            self._write_plain(i, step)
        elif self.depth > _DEEPEST:
            self._write_outlined(i, step)
        elif step.op.type in WHILE:
            self._write_loop(i, step)
        else:
            self._write_branches(i, step)

    def _write_plain(self, i: int, step: Step) -> None:
        expression, note = self._expression(step)
        self._assign(i, step, expression, _gives_list(step), note)

    def _expression(self, step: Step) -> tuple[str, str]:
        return self.module.expression(step.op, [self._names[v] for v in step.inputs if v is not None])

    def _assign(self, i: int, step: Step, expression: str, is_tuple: bool, note: str = "") -> None:
        """Writes `outputs = expression`, and drops what dies with it."""
        targets = [None if value is None else self._place(value, i) for value in step.outputs]
        left = ", ".join(target or "_" for target in targets)
        if is_tuple and len(targets) == 1:
            left = f"({left},)"
        text = f"{left} = {expression}" if any(targets) else expression
        dropped = [] if self._is_last(i) else self._dying(step, targets)
        self._line(f"{text}; del {', '.join(dropped)}" if dropped else text, step, note)
        self._bind_outputs(step, targets)

    def _bind_outputs(self, step: Step, targets: Names) -> None:
        for value, target in zip(step.outputs, targets, strict=True):
            if value is not None and target is not None:
                self._bind(value, target)
                self.owned.add(value)

    def _dying(self, step: Step, kept: Collection[str | None]) -> list[str]:
        """Locals of big values that nobody reads after the step, but for those that are kept."""
        names = [self._names[value] for value in step.dying if value in self.owned and self._is_big(value)]
        return [name for name in dict.fromkeys(names) if name not in kept and not self.module.is_constant(name)]

    def _is_last(self, i: int) -> bool:
        """Whether the function ends after the step, so that its locals go away anyway."""
        return i == len(self.plan.steps) - 1 and not self.loops

    def _drop(self, names: Sequence[str]) -> None:
        if names:
            self._line(f"del {', '.join(names)}")

    def _is_big(self, value: int) -> bool:
        tensor = self.plan.tensors[value]
        size = tensor.shape.num_elements()
        return size is None or size * tensor.dtype.size >= _BIG

    def _watch_the_clock(self, step: Step) -> None:
        if self.module.timed:
            self.module.write(self.depth, f"if {NOW}() > {DEADLINE}: {EXPIRE}()", Place(step.op, (), self.loops))

    # ------------------------------------------------------------------------------------------ calls

    def _write_call(self, i: int, step: Step) -> None:
        self._watch_the_clock(step)
        inputs = [*[DEADLINE] * self.module.timed, *[name for name in self._inputs(step) if name is not None]]
        name = self.module.function(step.op.attrs["f"])
        self._assign(i, step, f"{name}({', '.join(inputs)})", is_tuple=False)

    def _write_outlined(self, i: int, step: Step) -> None:
        """Writes an op that would stand too deep as a call of a function that holds it."""
        outer = {value: self._names[value] for value in step.inputs if value is not None}
        passed = [value for value, name in outer.items() if not self.module.is_constant(name)]
        inner = {**outer, **{value: self.module.fresh(outer[value]) for value in passed}}
        name = self.module.fresh(step.op.name.rpartition("/")[2].lower())

        def body() -> None:
            """Writes the step as a function of its own, which gives what others read of it."""
            block = self._detached(inner)
            block._write_step(i, step)
            results = [block._names[value] for value in step.outputs if value is not None]
            block._line(f"return {', '.join(results)}" if results else "return None")

        self.module.define(name, [inner[value] for value in passed], body)
        arguments = ", ".join([*[DEADLINE] * self.module.timed, *[outer[value] for value in passed]])
        targets = {value: self._place(value, i) for value in step.outputs if value is not None}
        self._line(f"{', '.join(targets.values())} = {name}({arguments})" if targets else f"{name}({arguments})", step)
        self._bind_outputs(step, [None if value is None else targets[value] for value in step.outputs])

    def _detached(self, names: dict[int, str]) -> Block:
        """A block of the same plan in a function of its own, with these values at hand."""
        block = copy.copy(self)
        block.owned, block.depth, block.loops = set(), 1, ()
        block._names, block._wishes, block._holders = {}, {}, {}
        for value, name in names.items():
            block._bind(value, name)
        return block

    # ------------------------------------------------------------------------------------------ branches

    def _write_branches(self, i: int, step: Step) -> None:
        selector, *inputs = self._inputs(step)
        targets = [None if value is None else self._place(value, i) for value in step.outputs]
        wanted = [targets[position] for position in step.returned]
        arms = [self._inner(plan, inputs) for plan in step.bodies]
        if step.op.type in CASE:
            self._write_case(step, str(selector), arms, wanted)
        else:
            self._write_if(step, str(selector), arms, wanted)
        if not self._is_last(i):
            self._drop(self._dying(step, targets))
        self._bind_outputs(step, targets)

    def _inner(self, plan: Plan, parameters: Names, owned: set[int] | None = None, loop: Loop | None = None) -> Block:
        loops = self.loops if loop is None else (*self.loops, loop)
        return Block(self.module, plan, parameters, owned or set(), self.depth + 1, loops)

    def _write_if(self, step: Step, condition: str, arms: Sequence[Block], targets: Names) -> None:
        then, otherwise = arms
        if then.is_empty(targets):
            if not otherwise.is_empty(targets):
                self._line(f"if not {condition}:", step)
                otherwise.write_arm(targets)
            return
        self._line(f"if {condition}:", step)
        then.write_arm(targets)
        if not otherwise.is_empty(targets):
            self._line("else:")
            otherwise.write_arm(targets)

    def _write_case(self, step: Step, index: str, arms: Sequence[Block], targets: Names) -> None:
        if len(arms) == 1:  # Whatever the index is.
            self._line("if True:", step)
        for number, arm in enumerate(arms):
            if number < len(arms) - 1:
                self._line(f"{'elif' if number else 'if'} {index} == {number}:", step)
            elif number:
                self._line("else:")
            arm.write_arm(targets)

    # ------------------------------------------------------------------------------------------ loops

    def _write_loop(self, i: int, step: Step) -> None:
        inputs = self._inputs(step)
        variables = self._loop_variables(i, step, inputs)
        self._move([str(inputs[k]) for k in step.carried], [variables[k] for k in step.carried])
        parameters = [variables.get(k, name) for k, name in enumerate(inputs)]
        self._drop(self._dying(step, parameters))
        loop = Loop(step.op, self.module.fresh("turn"))
        condition, body = step.bodies
        self._line(f"{loop.turn} = 0")
        self._write_head(step, condition, parameters, loop)
        owned = {v for k in step.carried if (v := body.parameters[k]) is not None}
        block = self._inner(body, parameters, owned, loop)
        block.write([variables[k] for k in step.carried])
        block._line(f"{loop.turn} += 1")
        block._watch_the_clock(step)
        if not self._is_last(i):
            self._drop([name for name in self._dying(step, variables.values()) if name in parameters])
        self._bind_outputs(step, [variables.get(k) for k in range(len(step.outputs))])

    def _loop_variables(self, i: int, step: Step, inputs: Names) -> dict[int, str]:
        """The local of each loop variable that changes."""
        fixed = {name for k, name in enumerate(inputs) if name is not None and k not in step.carried}
        variables: dict[int, str] = {}
        for k in step.carried:
            value, output, own = step.inputs[k], step.outputs[k], inputs[k]
            others = {*inputs[:k], *inputs[k + 1 :], *variables.values()}
            wish = None if output is None else self._wishes.get(output)
            if wish is not None and wish not in others and self._is_free(wish, i):
                variables[k] = wish
            elif own is not None and self._is_takeable(own, value, step, {*fixed, *variables.values()}):
                variables[k] = own
            else:
                variables[k] = self.module.fresh(step.op.attrs["body"].inputs[k])
        return variables

    def _is_takeable(self, name: str, value: int | None, step: Step, used: Collection[str | None]) -> bool:
        """Whether a loop variable may take over the local of its initial value."""
        return value in step.dying and value in self.owned and name not in used and not self.module.is_constant(name)

    def _write_head(self, step: Step, condition: Plan, parameters: Names, loop: Loop) -> None:
        """Writes `while condition:`, or `while True:` and a way out where the condition takes more than a line."""
        test = self._inner(condition, parameters, loop=loop)
        if not condition.steps:
            self._line(f"while {test._names[condition.results[0]]}:", step)
        elif len(condition.steps) == 1 and test._is_expression(condition.steps[0]):
            expression, _ = test._expression(condition.steps[0])
            self.module.write(self.depth, f"while {expression}:", test._place_of(condition.steps[0]))
        else:
            self._line("while True:", step)
            (result,) = test.write([None])
            self.module.write(test.depth, f"if not {result}: break", Place(step.op, (result,), test.loops))

    def _is_expression(self, step: Step) -> bool:
        """Whether the step is one call that gives the block's only result."""
        return step.op.type not in FUNCTIONAL and not _gives_list(step) and step.outputs == self.plan.results


def _gives_list(step: Step) -> bool:
    return any(arg.is_list for arg in step.op.op_def.outputs)
