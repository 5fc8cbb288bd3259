"""How a run of a session is to go, and what it tells about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.step_stats import StepStats

if TYPE_CHECKING:
    from runtime.plan import Plan


@dataclass
class RunOptions:
    """How a run is to go.

    Attributes:
        trace_level: whether the operations are recorded: `NO_TRACE`, or one of the others, which are all alike here.
        timeout_in_ms: when to give up loops and recursion that do not end, in milliseconds; 0 for never.
        inter_op_thread_pool: accepted for compatibility, as those below.
        output_partition_graphs: accepted for compatibility.
        debug_options: accepted for compatibility.
        report_tensor_allocations_upon_oom: accepted for compatibility.
    """

    NO_TRACE: ClassVar[int] = 0
    SOFTWARE_TRACE: ClassVar[int] = 1
    HARDWARE_TRACE: ClassVar[int] = 2
    FULL_TRACE: ClassVar[int] = 3

    trace_level: int = 0
    timeout_in_ms: int = 0
    inter_op_thread_pool: int = 0
    output_partition_graphs: bool = False
    debug_options: Any = None
    report_tensor_allocations_upon_oom: bool = False


@dataclass
class RunMetadata:
    """What a run tells about itself.

    Attributes:
        plan: the plan that ran; `plan.source()` is its text.
        seconds: how long it took.
        step_stats: the operations that ran, if they were recorded (`RunOptions(trace_level=RunOptions.FULL_TRACE)`).
    """

    plan: Plan | None = None
    seconds: float = 0.0
    step_stats: StepStats = field(default_factory=StepStats)

    def chrome_trace(self) -> str:
        """The operations that ran as JSON that chrome://tracing and Perfetto show."""
        return self.step_stats.generate_chrome_trace_format()
