"""`cases`: fixed arguments; the result must be the solution's, and the solution's what the course says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grader.checks.base import CheckOnCases, Setting
from grader.checks.judgement import Judgement, judge_by_comparison
from grader.core.call import AllOutcomes, Call
from grader.core.comparison import Tolerance
from grader.core.shapes import number_field


@dataclass(frozen=True, kw_only=True)
class Cases(CheckOnCases):
    """Fixed calls with known results."""

    kind: Literal["cases"]
    exact_zeros: bool = False
    """Whether 0 is met by 0 only, not by numbers near it."""
    part: int | str | None = None
    """The item of a tuple, counted from 0, or the key of a dict that is judged alone; all of the result if left out."""
    drain: int = number_field(0, default=0)
    """How many items to take from a generator; 0 where no generator is expected."""

    def calls(self, setting: Setting) -> list[Call]:
        return [call._replace(drain=self.drain) for call in super().calls(setting)]

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        tolerance = replace(tolerance, exact_zeros=self.exact_zeros)
        return judge_by_comparison(calls, got, expected, tolerance, self.part)


KIND = Cases
