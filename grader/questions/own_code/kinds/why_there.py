"""Ask which of four checks, by their names, would fail if a line of the file said `pass`."""

import re
from collections.abc import Iterator

from grader.core.result import Verdict
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import FAILED, FEW, Bench, QuestionKind
from grader.questions.own_code.question import OwnQuestion, lettered

OTHERS = 3
FILLS = re.compile(r"[\w.]+\[")
MOST_COPIES = 6
"""Lines that are tried: for each, every check is made."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each line that exactly one of four checks needs."""
    if len(bench.cheap_checks) <= OTHERS:
        return
    passes = [slip for slip in bench.slips if bench.line(slip.line, slip.source) == "pass"]
    if (
        "empty(" in bench.source or "empty_like(" in bench.source
    ):  # what an array that nobody fills holds is a matter of luck
        passes = [slip for slip in passes if not FILLS.match(bench.line(slip.line))]
    # Everybody sees which check wants an exception, so its line is asked about where there is no other one.
    slips = [slip for slip in passes if not bench.line(slip.line).startswith("raise")] or passes
    runs = [{row.line for row in rows} for rows in bench.rows if rows]
    slips = sorted(slips, key=lambda slip: all(slip.line in run for run in runs))[:MOST_COPIES]
    few = bench.places[:FEW]
    for slip, outcomes in zip(slips, bench.tried([slip.source for slip in slips], few), strict=True):
        is_ended = all(outcomes[place] for place in few)
        if is_ended and (question := _question(bench, slip)):
            yield question


def _question(bench: Bench, slip: Mutant) -> OwnQuestion | None:
    draws = bench.draws("why_there", slip.source)
    verdicts = bench.verdicts(slip.source, draws.shuffled(bench.cheap_checks), OTHERS)
    fails = [name for name, verdict in verdicts.items() if verdict in FAILED]
    holds = [name for name, verdict in verdicts.items() if verdict is Verdict.PASS]
    if not fails or len(holds) < OTHERS:
        return None
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
