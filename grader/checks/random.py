"""`random`: seeded random arguments; every result must be the solution's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grader.checks.base import CheckOnInputs, Setting
from grader.checks.judgement import Judgement, judge_by_comparison
from grader.core.call import AllOutcomes, Call
from grader.core.comparison import Tolerance


@dataclass(frozen=True, kw_only=True)
class Random(CheckOnInputs):
    """Random calls, compared with the solution."""

    kind: Literal["random"]
    exact_zeros: bool = False
    """Whether 0 is met by 0 only, not by numbers near it."""
    part: int | str | None = None
    """The item of a tuple, counted from 0, or the key of a dict that is judged alone; all of the result if left out."""

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        # The check decides about zeros: the exercise's tolerance is for checks on logits and on probabilities.
        tolerance = replace(tolerance, exact_zeros=self.exact_zeros)
        return judge_by_comparison(calls, got, expected, tolerance, self.part)


KIND = Random
