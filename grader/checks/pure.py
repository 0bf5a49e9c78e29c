"""`pure`: the function must leave its arguments as they were."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from grader.checks.base import ATTEMPT, CheckOnInputs, Setting
from grader.checks.judgement import PASSED, Judgement, raised_judgement, trouble
from grader.core.call import AllOutcomes, Call
from grader.core.comparison import Tolerance
from grader.core.result import Verdict


@dataclass(frozen=True, kw_only=True)
class Pure(CheckOnInputs):
    """Calls after which no argument may have changed."""

    kind: Literal["pure"]
    name: str = "leaves its input alone"
    """The subject of the check, in a few words that learners see."""
    needs: str | None = ATTEMPT
    judges_changes: ClassVar[bool] = True

    def judge(
        self, setting: Setting, calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
    ) -> Judgement:
        """Fail at the first call that changed an argument."""
        for index, outcomes in enumerate(got):
            outcome = outcomes[-1]
            result = trouble(outcome, index)
            if result:
                return result
            if outcome.changed:  # before the exception: a call that raises must not change arguments either
                names = [parameter.name for parameter in setting.signature.parameters]
                first = outcome.changed[0]
                # A position or a keyword, as the learner's process reports it: it may lie.
                name = names[first] if isinstance(first, int) and first < len(names) else first
                return Judgement(
                    verdict=Verdict.FAIL,
                    message=f"the call changed its argument `{name}`; work on a copy, or build a new array",
                    index=index,
                )
            if outcome.raised:
                return raised_judgement(outcome, index)
        return PASSED


KIND = Pure
