"""Ask in which of four calls a typical mistake, given in its own words, differs from this file."""

import math
import re
from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from grader.core.call import Outcomes, Value
from grader.core.formatting import call_text
from grader.core.result import Mistake
from grader.questions.numeric.rng import Draws
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.calls import OwnRun, ShortCall, spies
from grader.questions.own_code.kind import QuestionKind
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import MAX_OPTION, SAME, are_apart, differ, whole_text
from grader.sandbox.traced_process import is_cut
from grader.sandbox.trusted import run_trusted

OTHERS = 3
"""The calls that show no difference."""
MOST_MISTAKES = 12
MANY = 2
"""Items after which lists of several lengths look alike."""
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
Made = tuple[ShortCall, Outcomes]


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each mistake that one of some short calls shows, and the others do not."""
    pool = [
        run
        for run in bench.runs
        if len(call_text(run.call.call)) <= MAX_OPTION
        and run.outcomes
        and not run.call.is_brief
        and not run.is_silent
        and not spies(run.call.call)
    ]
    own = [mistake for mistake in bench.prepared.trusted.mistakes if mistake.version == mistake.name]
    for mistake in bench.draws("mistakes").shuffled(own)[:MOST_MISTAKES]:
        question = _question(bench, mistake, pool)
        if question:
            yield question


def _question(bench: Bench, mistake: Mistake, pool: list[OwnRun]) -> OwnQuestion | None:
    shows: list[Made] = []
    hides: list[Made] = []
    outcomes = run_trusted(mistake.module, [run.call.call for run in pool])
    for run, theirs in zip(pool, outcomes, strict=True):
        call, mine = run.call, run.outcomes
        if not whole_text(mine) or not whole_text(theirs) or is_cut(theirs):
            continue
        if are_apart(mine, theirs):
            shows.append((call, mine))
        elif not mine[-1].raised and not are_apart(
            mine, theirs, SAME, SAME
        ):  # whether it refuses, too, words do not say
            hides.append((call, mine))
    draws = bench.draws("which_call", mistake.name)
    chosen, is_fair = _chosen(draws, mistake.title, shows, hides)
    if not chosen:
        return None
    confirmed = bench.confirmed(bench.source, [call for call, _ in chosen])
    if not confirmed or [*map(whole_text, confirmed)] != [whole_text(mine) for _, mine in chosen]:
        return None
    texts = ["; ".join(call.steps) for call, _ in chosen]
    return bench.question(
        "which_call",
        0,
        "Another version has this mistake. In which of these calls does it give something else than your file?",
        lines={"the mistake": mistake.title},
        **lettered(texts[0], texts[1:], draws.shuffled(range(OTHERS + 1))),
        made=chosen[0][0].call,
        is_weak=not is_fair,
        facts={"mistake": mistake.name, "drain": chosen[0][0].call.drain},
    )


def _chosen(draws: Draws, words: str, shows: list[Made], hides: list[Made]) -> tuple[list[Made], bool]:
    """Return a call that shows the mistake and three that do not, and whether they have all that can be seen of it.

    No calls if there are not enough.
    """
    weak: list[Made] = []
    for shown in draws.shuffled(shows):
        wanted = _marks(shown[0], words)
        fair = [
            hidden
            for hidden in draws.shuffled(hides)
            if _functions(hidden[0]) == _functions(shown[0]) and _empty(_marks(hidden[0], words)) <= _empty(wanted)
        ]
        found: list[Made] = []
        while fair and len(found) < OTHERS:
            best = max(fair, key=lambda hidden: len(wanted & _marks(hidden[0], words)))
            wanted -= _marks(best[0], words)
            fair.remove(best)
            found.append(best)
        if len(found) == OTHERS and not wanted:
            return [shown, *found], True
        weak = weak or ([shown, *found] if len(found) == OTHERS else [])
    return weak, False


def _functions(call: ShortCall) -> list[tuple[str | None, str]]:
    return [(step.of, step.name) for step in call.call.steps]


def _empty(marks: set[tuple[object, ...]]) -> set[tuple[object, ...]]:
    """Return the marks of what is empty: who sees that a call has nothing in it knows that nothing can go wrong."""
    return {mark for mark in marks if mark[-2:] == ("items", 0)}


def _marks(call: ShortCall, words: str) -> set[tuple[object, ...]]:
    """Return what can be seen of a call's arguments without the file.

    That is which arguments there are, which differ, their type and size, signs and kinds of letters, and numbers of `words`.
    """
    said = {float(number) for number in NUMBER.findall(words)}
    pairs = {
        (place, "differ", one, other)
        for place, step in enumerate(call.call.steps)
        for one, other in combinations(range(len(step.args)), 2)
        if type(step.args[one]) is not type(step.args[other]) or differ(step.args[one], step.args[other])
    }
    return pairs | {
        (place, name, *mark)
        for place, step in enumerate(call.call.steps)
        for name, value in (*enumerate(step.args), *step.kwargs.items())
        for mark in _seen(value, said)
    }


def _seen(value: Value, said: set[float]) -> Iterator[tuple[object, ...]]:
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    yield (type(value).__name__,)
    match value:
        case bool():
            yield (value,)
        case int() | float():
            yield "said", value if value in said else None
            yield "sign", (value > 0) - (value < 0)
            yield "size", _size(value)
        case str() | bytes():
            text = value.decode("latin-1") if isinstance(value, bytes) else value
            yield "items", min(len(text), 1)
            yield from (("letter", _kind_of_letter(letter)) for letter in text)
        case list() | tuple():
            yield "items", min(len(value), MANY)
            yield from (("item", *mark) for item in value for mark in _seen(item, said))
        case Mapping():
            yield "items", min(len(value), MANY)
            yield from ((key, *mark) for key, item in value.items() for mark in _seen(item, said))


def _size(value: float) -> int | str:
    """Return the size of a number in powers of ten, -1 below 1; its name if it is not finite."""
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return int(math.log10(abs(value) + 1)) if abs(value) >= 1 else -1


def _kind_of_letter(letter: str) -> str:
    if not letter.isascii():
        return "not ASCII"
    return "alphanumeric" if letter.isalnum() else "space" if letter == " " else letter


KIND = QuestionKind(
    "which call shows a typical mistake",
    "no mistake shows in one of four calls without models, of 80 characters each, that are much alike",
    spare=questions,
)
