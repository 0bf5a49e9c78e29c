"""Ask which of four checks, by their names, would fail if a line of the file said `pass`."""

import ast
import re
from collections.abc import Iterator, Sequence

from grader.checks.base import Check
from grader.checks.random import Random
from grader.core.formatting import step_text
from grader.core.result import Verdict
from grader.questions.mutants import Mutant
from grader.questions.own_code.bench import FAILED, FEW, Bench
from grader.questions.own_code.calls import ShortCall, is_veiled, shortened, spies
from grader.questions.own_code.kind import QuestionKind
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import SAME, are_apart

OTHERS = 3
FILLS = re.compile(r"[\w.]+\[")
STEM = 5
"""Letters by which two forms of a word are the same."""
MOST_CALLS = 3
"""The shortest calls of a check, from which the one that is shown is taken."""
Shown = tuple[list[ShortCall], list[ShortCall]]
"""Calls of checks that a slip changes, and those that it does not."""
MOST_COPIES = 6
"""Lines that are tried: for each, every check is made."""


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each line that exactly one of four checks needs, as a call of each shows."""
    calls = [call for check in bench.cheap_checks for call in _short_calls(bench, check)]
    if len({call.check for call in calls}) <= OTHERS:
        return
    mine = bench.traced(bench.source, calls)
    for slip in _needed_at_times(bench):
        made = [*zip(calls, mine, bench.traced(slip.source, calls), strict=True)]
        ended = [(call, one, other) for call, one, other in made if one and other]
        changed = [call for call, one, other in ended if are_apart(one, other)]
        same = [call for call, one, other in ended if not are_apart(one, other, SAME, SAME)]
        # Where a call does not end, a check would hardly either, and would take its time.
        is_ended = len(ended) == sum(map(bool, mine))
        if is_ended and (question := _question(bench, slip, (changed, same))):
            yield question


def named(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield questions without calls: the names of the checks, too, say a part of the answer."""
    for slip in _needed_at_times(bench) if len(bench.cheap_checks) > OTHERS else ():
        if question := _question(bench, slip):
            yield question


def _beside(name: str, changed: Sequence[ShortCall], same: Sequence[ShortCall]) -> dict[str, ShortCall]:
    """Return a call of a check that the slip changes, and one of each other check that it does not, by their checks.

    All are of one function, and the others' as long as the first one. Empty if there are not enough.
    """
    right = next((call for call in changed if call.check == name), None)
    if not right:
        return {}
    others: dict[str, ShortCall] = {}
    for call in sorted(same, key=lambda call: abs(_length(call) - _length(right))):
        if call.check != name and call.function == right.function:
            others.setdefault(call.check, call)
    return {name: right} | others if len(others) >= OTHERS else {}


def _needed_at_times(bench: Bench) -> Iterator[Mutant]:
    """Yield copies with one line left out that end, and give the same in some calls."""
    slips = _left_out(bench)
    few = bench.followed[:FEW]
    for slip, outcomes in zip(slips, bench.tried([slip.source for slip in slips], few), strict=True):
        is_ended = len(outcomes) == len(few)
        if is_ended and not all(are_apart(run.outcomes, outcomes[run]) for run in few):
            yield slip


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
    runs = [{*run.lines} for run in bench.runs if run.rows]
    return sorted(slips, key=lambda slip: all(slip.line in run for run in runs))[:MOST_COPIES]


def _question(bench: Bench, slip: Mutant, shown: Shown | None = None) -> OwnQuestion | None:
    draws = bench.draws("why_there", slip.source)
    # The first check is a general example, and the name of one on random inputs says nothing of what is drawn.
    first = bench.exercise.checks[0]
    is_vague = {check.name: check is first or isinstance(check, Random) for check in bench.cheap_checks}
    names = sorted(draws.shuffled([*is_vague]), key=is_vague.__getitem__)
    beside = {name: _beside(name, *shown) if shown else {} for name in names}
    asked = [name for name in names if beside[name] or not shown]
    checks = {check.name: check for check in bench.cheap_checks}
    verdicts = bench.verdicts(slip.source, [checks[name] for name in names], OTHERS) if asked else {}
    right = next((name for name in asked if verdicts.get(name) in FAILED), "")
    calls = beside[right] if right else {}
    holds = [name for name, verdict in verdicts.items() if verdict is Verdict.PASS and (name in calls or not shown)]
    if not right or len(holds) < OTHERS:
        return None
    wrong, line = draws.sample(holds, OTHERS), bench.line(slip.line)
    if _shared(line, right) > max(_shared(line, name) for name in wrong):  # who matches words need not read the file
        return None
    options = lettered(right, wrong, draws.shuffled(range(OTHERS + 1)))
    told = [calls[name] for name in options["options"] if shown]
    if not _are_confirmed(bench, slip, told, right):
        return None
    where = ", at the call shown" if shown else ""
    return bench.question(
        "why_there",
        slip.line,
        f"If line {slip.line} said `pass`, exactly one of these checks would fail{where}. Which one?",
        lines={"now": line} | {f"“{call.check}”": "; ".join(call.asked) for call in told},
        changed=slip.source,
        is_weak=is_vague[right] or not shown,
        **options,
    )


def _are_confirmed(bench: Bench, slip: Mutant, told: Sequence[ShortCall], right: str) -> bool:
    """Return whether runs without tracing agree that the slip changes the call of the right check alone."""
    if not told:
        return True
    mine, theirs = (bench.confirmed(source, told) for source in (bench.source, slip.source))
    return bool(mine and theirs) and all(
        are_apart(one, other) if call.check == right else not are_apart(one, other, SAME, SAME)
        for call, one, other in zip(told, mine or (), theirs or (), strict=True)
    )


def _short_calls(bench: Bench, check: Check) -> list[ShortCall]:
    """Return the shortest calls of a check without models, whose text has all numbers; of a script, only all of it."""
    made = bench.prepared.check(check).encoded.calls
    calls = (
        []
        if any(map(spies, made))
        else [call for place, one in enumerate(made) for call in shortened(check.name, place, one, step_text)]
    )
    whole = [call for call in calls if len(call.steps) == len(made[call.place].steps) and not is_veiled(call)]
    return sorted(whole, key=_length)[:MOST_CALLS]


def _length(call: ShortCall) -> int:
    return sum(map(len, call.steps))


def _shared(line: str, name: str) -> int:
    """Return how many beginnings of words a line shares with the name of a check."""
    one, other = ({word[:STEM] for word in re.findall(r"[a-z]{4,}", text.lower())} for text in (line, name))
    return len(one & other)


KIND = QuestionKind(
    "why line {line} is there",
    "no line outside of a while loop is needed by exactly one of four checks",
    questions,
    spare=named,
)
