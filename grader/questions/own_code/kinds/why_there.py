"""Ask which of four checks, by their names, would fail if a line of the file said `pass`."""

from collections.abc import Iterator

from grader.checks.base import Check
from grader.core.result import Verdict
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import Bench, QuestionKind
from grader.questions.own_code.question import OwnQuestion, lettered

OTHERS = 3
MOST_COPIES = 6
"""Lines that are tried: for each, every check is made."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each line that exactly one of four checks needs."""
    checks = [check for check in bench.exercise.checks if not check.hidden and check.name]
    if len(checks) <= OTHERS:
        return
    slips = [slip for slip in bench.slips if bench.line(slip.line, slip.source) == "pass"]
    for slip, outcomes in zip(
        slips[:MOST_COPIES], bench.tried([slip.source for slip in slips[:MOST_COPIES]]), strict=True
    ):
        if None not in outcomes and (question := _question(bench, slip, checks)):
            yield question


def _question(bench: Bench, slip: Mutant, checks: list[Check]) -> OwnQuestion | None:
    verdicts = bench.verdicts(slip.source, checks)
    fails = [name for name, verdict in verdicts.items() if verdict in (Verdict.FAIL, Verdict.ERROR)]
    holds = [name for name, verdict in verdicts.items() if verdict is Verdict.PASS]
    if not fails or len(holds) < OTHERS or len(fails) + len(holds) < len(checks):
        return None
    draws = bench.draws("why_there", slip.source)
    right, wrong = draws.choice(fails), draws.sample(holds, OTHERS)
    return bench.question(
        "why_there",
        slip.line,
        f"If line {slip.line} said `pass`, exactly one of these checks would fail. Which one?",
        lines={"now": bench.line(slip.line)},
        changed=slip.source,
        **lettered(right, wrong, draws.shuffled(range(OTHERS + 1))),
    )


KIND = QuestionKind(
    "why line {line} is there",
    "no line is needed by one of four checks while three others pass without it",
    questions,
)
