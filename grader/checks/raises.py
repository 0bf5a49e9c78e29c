"""`raises`: bad input must be refused with the exception that the task names."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grader.checks.base import ATTEMPT, CheckOnCases, Setting
from grader.checks.judgement import PASSED, Judgement, advice_on, numbers_in, raised_text, shown, trouble
from grader.core.call import AllOutcomes, Call, Ending, Outcome
from grader.core.comparison import Tolerance
from grader.core.result import Verdict

NOT_REFUSED = "bad input is not refused yet"
MOST_REASONS = 3


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
                _not_refused(calls, got, expected)
                if outcome.raised is None
                else f"{raised_text(outcome)}; {advice_on(outcome.raised) or f'the task asks for {self.error}'}"
            )
            return Judgement(
                verdict=Verdict.FAIL, message=message, index=index, got=shown(outcome), expected=f"raises {self.error}"
            )
        return PASSED


def _not_refused(calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes) -> str:
    """Say what bad input is accepted: nan, +inf, or what the solution's exceptions say is wrong with it."""
    accepted = [
        _what_is_bad(call, right[-1])
        for call, mine, right in zip(calls, got, expected, strict=False)
        if mine[-1].ending is Ending.RETURNED
    ]
    reasons = list(dict.fromkeys(reason for reason in accepted if reason))
    more = [f"{len(reasons) - MOST_REASONS} more"] if len(reasons) > MOST_REASONS else []
    return ": ".join(filter(None, (NOT_REFUSED, "; ".join(reasons[:MOST_REASONS] + more))))


def _what_is_bad(call: Call, refusal: Outcome) -> str:
    step = call.steps[-1]
    numbers = [
        number for value in (*step.args, *step.kwargs.values()) for number in numbers_in(value) if number is not None
    ]
    special = ["nan"] * any(map(math.isnan, numbers)) + ["+inf"] * (math.inf in numbers)
    return ", ".join(special) or " ".join(refusal.raised.message.split() if refusal.raised else ())


KIND = Raises
