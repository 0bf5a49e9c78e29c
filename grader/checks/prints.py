"""`prints`: what the function prints, also after the lines that `input()` reads, must be what the solution prints.

Prompts of `input()`, spaces at the ends of lines and empty lines at the end do not count, nor does what is returned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from grader.checks.base import Case, CheckOnCases, Problems, Setting, arguments
from grader.checks.judgement import Judgement, judge_by_comparison
from grader.child.terminal import plain
from grader.core.call import AllOutcomes, Call, Ending
from grader.core.comparison import Tolerance

TYPED = "typed"
"""The key of a case that has the lines to type."""
PRINTS_NOTHING = "nothing is printed; print the answer, since only the printed text counts here"


@dataclass(frozen=True, kw_only=True)
class Prints(CheckOnCases):
    """Fixed calls, each with the lines that are `typed`, whose printed text must be the solution's."""

    kind: Literal["prints"]

    def __post_init__(self) -> None:
        """Take from `expect` what does not count."""
        cases = (
            replace(case, expect=plain(case.expect) if isinstance(case.expect, str) else case.expect)
            for case in self.cases
        )
        object.__setattr__(self, "cases", tuple(cases))

    def calls(self, setting: Setting) -> list[Call]:
        """Return one call for each case."""
        return [
            Call(steps=(setting.signature.step(arguments(_untyped(case), setting))._replace(typed=_lines(case)),))
            for case in self.cases
        ]

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Compare the printed texts."""
        result = judge_by_comparison(calls, got, expected, tolerance)
        outcome = None if result.index is None else got[result.index][-1]
        is_silent = outcome is not None and outcome.ending is Ending.RETURNED and not outcome.value
        return replace(result, message=PRINTS_NOTHING) if is_silent else result

    def problems(self, setting: Setting) -> Problems:
        """Yield arguments that do not fit, and lines and texts that are none."""
        for index, case in enumerate(self.cases):
            if not isinstance(case.args.get(TYPED, []), list):
                yield ("cases", index, TYPED), "`typed` is no list; write `typed: [first line, second line]`"
            if not isinstance(case.expect, str | None):
                yield ("cases", index, "expect"), "`expect` is the printed text; put it in quotes"
        yield from CheckOnCases.problems(replace(self, cases=tuple(map(_untyped, self.cases))), setting)


def _untyped(case: Case) -> Case:
    return replace(case, args={name: value for name, value in case.args.items() if name != TYPED})


def _lines(case: Case) -> tuple[str, ...]:
    return tuple(map(str, case.args.get(TYPED, [])))


KIND = Prints
