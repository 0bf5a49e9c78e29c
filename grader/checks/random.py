"""`random`: seeded random arguments; every result must be the solution's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grader.checks.base import CheckOnInputs, Setting
from grader.checks.judgement import Judgement, judge_by_comparison
from grader.core.call import Call, Outcomes
from grader.core.comparison import Tolerance


@dataclass(frozen=True, kw_only=True)
class Random(CheckOnInputs):
    """Random calls, compared with the solution."""

    kind: Literal["random"]
    exact_zeros: bool = False
    """Whether a removed token must have probability 0 exactly, not nearly."""

    def calls(self, setting: Setting) -> list[Call]:
        """Return one call for each set of arguments."""
        return [Call(steps=(setting.signature.step(args),)) for args in self.argument_sets(setting)]

    def judge(
        self,
        setting: Setting,
        calls: Sequence[Call],
        got: Sequence[Outcomes],
        expected: Sequence[Outcomes],
        tolerance: Tolerance,
    ) -> Judgement:
        """Compare every result with the solution's."""
        return judge_by_comparison(calls, got, expected, replace(tolerance, exact_zeros=self.exact_zeros))


KIND = Random
