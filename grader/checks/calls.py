"""`calls`: what the function asks of its spies, and in which order, must be what the solution asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from grader.checks.base import CheckOnCases, Problems, Setting
from grader.checks.judgement import Judgement, judge_by_comparison, shown
from grader.core.call import AllOutcomes, Call, SpyCall
from grader.core.comparison import Agreement, Tolerance, compare
from grader.core.formatting import short
from grader.core.result import Verdict


@dataclass(frozen=True, kw_only=True)
class Calls(CheckOnCases):
    """Fixed calls whose results and questions to the spies must be the solution's."""

    kind: Literal["calls"]
    judges_questions: ClassVar[bool] = True

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Compare results first, then the questions one by one."""
        # A wrong result says more than the questions that led to it.
        result = judge_by_comparison(calls, got, expected, tolerance)
        if result.verdict is not Verdict.PASS:
            return result
        for index, (mine, theirs) in enumerate(zip(got, expected, strict=True)):
            words = _first_difference(mine[-1].asked, theirs[-1].asked, tolerance)
            if words:
                return Judgement(
                    verdict=Verdict.FAIL, message=words, index=index, got=shown(mine[-1]), expected=shown(theirs[-1])
                )
        return result

    def problems(self, setting: Setting) -> Problems:
        """Yield arguments that do not fit, and cases without a spy."""
        yield from super().problems(setting)
        for index, case in enumerate(self.cases):
            if not any(isinstance(value, dict) and set(value) == {"spy"} for value in case.args.values()):
                yield ("cases", index), "has no spy; write `{spy: name}` for the argument whose calls are counted"


def _first_difference(got: Sequence[SpyCall], expected: Sequence[SpyCall], tolerance: Tolerance) -> str:
    """Return the first difference between the questions in words, or an empty text."""
    for number, (mine, theirs) in enumerate(zip(got, expected, strict=False), start=1):
        if (mine.spy, mine.use) != (theirs.spy, theirs.use):
            return f"call {number} is one of {_named(mine)}; {_named(theirs)} is needed there"
        if compare(mine.args, theirs.args, tolerance).agreement is Agreement.DIFFERENT:
            count = sum((use.spy, use.use) == (mine.spy, mine.use) for use in got[:number])
            return f"call {count} of {_named(mine)} was given {short(mine.args)}; {short(theirs.args)} is needed there"
    if len(got) != len(expected):  # alike as far as both go: one of the two asks more
        odd = max(got, expected, key=len)[min(len(got), len(expected))]
        count, wanted = (
            sum((question.spy, question.use) == (odd.spy, odd.use) for question in side) for side in (got, expected)
        )
        return f"{_named(odd)} was called {_times(count)}; {_times(wanted)} is enough and needed"
    return ""


def _named(asked: SpyCall) -> str:
    return f"`{asked.spy}.{asked.use}`" if asked.use else f"`{asked.spy}`"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


KIND = Calls
