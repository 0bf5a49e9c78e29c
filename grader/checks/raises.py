"""`raises`: bad input must be refused with the exception that the task names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grader.checks.base import ATTEMPT, CheckOnCases, Setting
from grader.checks.judgement import PASSED, Judgement, advice_on, raised_text, shown, trouble
from grader.core.call import AllOutcomes, Call
from grader.core.comparison import Tolerance
from grader.core.result import Verdict


@dataclass(frozen=True, kw_only=True)
class Raises(CheckOnCases):
    """Calls that must raise."""

    kind: Literal["raises"]
    needs: str | None = ATTEMPT
    error: Literal["ValueError", "TypeError", "KeyError", "IndexError"] = "ValueError"
    """The exception to raise; one derived from it is accepted."""

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Fail at the first call that does not raise the task's exception."""
        for index, outcomes in enumerate(got):
            outcome = outcomes[-1]
            result = trouble(outcome, index)
            if result:
                return result
            # Not compared with the solution's: its message and exact type are free.
            if outcome.raised and outcome.raised.is_a(self.error):
                continue
            message = (
                "bad input was accepted"
                if outcome.raised is None
                else f"{raised_text(outcome)}; {advice_on(outcome.raised) or f'the task asks for {self.error}'}"
            )
            return Judgement(
                verdict=Verdict.FAIL, message=message, index=index, got=shown(outcome), expected=f"raises {self.error}"
            )
        return PASSED


KIND = Raises
