"""Ask which of four checks, by their names, would fail if a line of the file said `pass`."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from grader.checks.base import Check
from grader.checks.random import Random
from grader.core.formatting import step_text
from grader.core.result import Verdict
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import FAILED, FEW, Bench, QuestionKind
from grader.questions.own_code.calls import ShortCall, shortened, spies
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import SAME, are_apart

OTHERS = 3
FILLS = re.compile(r"[\w.]+\[")
STEM = 5
"""Letters by which two forms of a word are the same."""
MOST_CALLS = 3
"""The shortest calls of a check, from which the one that is shown is taken."""
MOST_COPIES = 6
"""Lines that are tried: for each, every check is made."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each line that exactly one of four checks needs."""
    if len(bench.cheap_checks) <= OTHERS:
        return
    slips = _left_out(bench)
    few = bench.places[:FEW]
    # The first check is a general example, and the name of one on random inputs says nothing of what is drawn.
    first = bench.exercise.checks[0]
    is_vague = {check.name: check is first or isinstance(check, Random) for check in bench.cheap_checks}
    for slip, outcomes in zip(slips, bench.tried([slip.source for slip in slips], few), strict=True):
        made = [(bench.own[place], outcomes[place]) for place in few]
        is_ended = all(theirs for _, theirs in made)
        is_everywhere = all(mine and theirs and are_apart(mine, theirs) for mine, theirs in made)
        question = _question(bench, slip, is_vague) if is_ended and not is_everywhere else None
        if question:
            yield question


def _left_out(bench: Bench) -> list[Mutant]:
    """Return copies with one line left out, those first whose line does not run in every call.

    What fills an empty array stays, since what that holds otherwise is a matter of luck, and so do the lines of `while`
    loops, one of which may be what ends the loop.
    """
    loops = [node for node in ast.walk(bench.code.tree) if isinstance(node, ast.While)]
    endless = {line for loop in loops for line in range(loop.lineno, (loop.end_lineno or 0) + 1)}
    has_empty = "empty(" in bench.source or "empty_like(" in bench.source
    passes = [
        slip
        for slip in bench.slips
        if bench.line(slip.line, slip.source) == "pass"
        and slip.line not in endless
        and not (has_empty and FILLS.match(bench.line(slip.line)))
    ]
    # Everybody sees which check wants an exception, so its line is asked about where there is no other one.
    slips = [slip for slip in passes if not bench.line(slip.line).startswith("raise")] or passes
    runs = [{row.line for row in rows} for rows in bench.rows if rows]
    return sorted(slips, key=lambda slip: all(slip.line in run for run in runs))[:MOST_COPIES]


def _question(bench: Bench, slip: Mutant, is_vague: Mapping[str, bool]) -> OwnQuestion | None:
    draws = bench.draws("why_there", slip.source)
    checks = sorted(draws.shuffled(bench.cheap_checks), key=lambda check: is_vague[check.name])
    verdicts = bench.verdicts(slip.source, checks, OTHERS)
    fails = [name for name, verdict in verdicts.items() if verdict in FAILED]
    holds = [name for name, verdict in verdicts.items() if verdict is Verdict.PASS]
    if not fails or len(holds) < OTHERS:
        return None
    named = [name for name in fails if not is_vague[name]]
    right, wrong = draws.choice(named or fails), draws.sample(holds, OTHERS)
    line = bench.line(slip.line)
    if _shared(line, right) > max(_shared(line, name) for name in wrong):  # who matches words need not read the file
        return None
    shown = _shown(bench, slip, [check for name in (right, *wrong) for check in checks if check.name == name])
    where = ", at the call shown" if shown else ""
    options = lettered(right, wrong, draws.shuffled(range(OTHERS + 1)))
    return bench.question(
        "why_there",
        slip.line,
        f"If line {slip.line} said `pass`, exactly one of these checks would fail{where}. Which one?",
        lines={"now": line} | {f"“{name}”": "; ".join(shown[name].asked) for name in options["options"] if shown},
        changed=slip.source,
        is_weak=is_vague[right] or not shown,
        **options,
    )


def _short_calls(bench: Bench, check: Check) -> list[ShortCall]:
    """Return the shortest calls of a check without models; of a script, only all of it."""
    made = bench.prepared.check(check).encoded.calls
    calls = (
        []
        if any(map(spies, made))
        else [call for place, one in enumerate(made) for call in shortened(check.name, place, one, step_text)]
    )
    return sorted((call for call in calls if len(call.steps) == len(made[call.place].steps)), key=_length)[:MOST_CALLS]


def _length(call: ShortCall) -> int:
    return sum(map(len, call.steps))


def _shown(bench: Bench, slip: Mutant, checks: Sequence[Check]) -> dict[str, ShortCall]:
    """Return a call of each check by its name: of the first one a call that the slip changes, of the others one that it does not.

    Empty if there is none for one of them. All are of one function, and the others' as long as the first one.
    """
    calls = [call for check in checks for call in _short_calls(bench, check)]
    mine, theirs = (bench.confirmed(source, calls) if calls else None for source in (bench.source, slip.source))
    found: dict[str, list[ShortCall]] = {check.name: [] for check in checks}
    right = checks[0].name
    for call, one, other in zip(calls, mine or (), theirs or (), strict=False):
        if are_apart(one, other) if call.check == right else not are_apart(one, other, SAME, SAME):
            found[call.check].append(call)
    first = next(iter(found[right]), None)
    alike = {
        name: [call for call in some if first and call.call.steps[-1].name == first.call.steps[-1].name]
        for name, some in found.items()
    }
    if not first or not all(alike.values()):
        return {}
    return {name: min(some, key=lambda call: abs(_length(call) - _length(first))) for name, some in alike.items()}


def _shared(line: str, name: str) -> int:
    """Return how many beginnings of words a line shares with the name of a check."""
    one, other = ({word[:STEM] for word in re.findall(r"[a-z]{4,}", text.lower())} for text in (line, name))
    return len(one & other)


KIND = QuestionKind(
    "why line {line} is there",
    "no line outside of a while loop is needed by exactly one of four checks",
    questions,
)
