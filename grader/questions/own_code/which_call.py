"""Ask in which of four calls a typical mistake, given in its own words, differs from this file."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from grader.core.call import Value
from grader.core.result import Mistake
from grader.questions.numeric.rng import Draws
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.calls import OwnRun, ShortCall
from grader.questions.own_code.question import OwnQuestion
from grader.questions.own_code.written import MAX_OPTION, SAME, are_apart, differ, whole_text
from grader.sandbox.trusted import run_trusted

OTHERS = 3
"""The calls that show no difference."""
MOST_MISTAKES = 12
MANY = 2
"""Items after which lists of several lengths look alike."""
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each mistake that one of four calls shows; last those whose calls are less alike."""
    runs = [run for run in bench.runs if len(run.call.text) <= MAX_OPTION and whole_text(run.outcomes)]
    own = [mistake for mistake in bench.prepared.trusted.mistakes if mistake.version == mistake.name]
    less_alike = []
    for mistake in bench.draws("mistakes").shuffled(own)[:MOST_MISTAKES]:
        shows, hides = _divide(mistake, runs)
        chosen, are_alike = _choose(bench.draws("which_call", mistake.name), mistake.title, shows, hides)
        question = _question(bench, mistake, chosen) if chosen else None
        if question and are_alike:
            yield question
        elif question:
            less_alike.append(question)
    yield from less_alike


def _divide(mistake: Mistake, runs: Sequence[OwnRun]) -> tuple[list[OwnRun], list[OwnRun]]:
    """Return the runs in which a mistake gives something else than the file, and those in which it gives the same."""
    shows: list[OwnRun] = []
    hides: list[OwnRun] = []
    for run, theirs in zip(runs, run_trusted(mistake.module, [run.call.call for run in runs]), strict=True):
        if not whole_text(theirs):
            continue
        if are_apart(run.outcomes, theirs):
            shows.append(run)
        elif not run.outcomes[-1].raised and not are_apart(run.outcomes, theirs, SAME, SAME):
            hides.append(run)  # of a call that raises, the words of the mistake do not say whether it still does
    return shows, hides


def _question(bench: Bench, mistake: Mistake, chosen: Sequence[OwnRun]) -> OwnQuestion | None:
    """Return the question on four runs, the first of which shows the mistake."""
    if not bench.confirm(bench.source, [run.call for run in chosen], [run.outcomes for run in chosen]):
        return None
    texts = [run.call.text for run in chosen]
    return bench.question(
        kind="which_call",
        question="Another version has this mistake. In which of these calls does it give something else than your file?",
        lines={"the mistake": mistake.title},
        why=f"Your file gives: {whole_text(chosen[0].outcomes)}",
        right=texts[0],
        wrong=texts[1:],
    )


def _choose(draws: Draws, words: str, shows: list[OwnRun], hides: list[OwnRun]) -> tuple[list[OwnRun], bool]:
    """Return a run that shows the mistake and three that do not, and whether they have all that can be seen of it.

    No runs if there are not enough.
    """
    less_alike: list[OwnRun] = []
    for shown in draws.shuffled(shows):
        wanted = _marks(shown.call, words)
        fair = [
            hidden
            for hidden in draws.shuffled(hides)
            if _functions(hidden.call) == _functions(shown.call)
            and _sizes(_marks(hidden.call, words)) == _sizes(wanted)
        ]
        found: list[OwnRun] = []
        while fair and len(found) < OTHERS:
            counts = [len(wanted & _marks(hidden.call, words)) for hidden in fair]
            found.append(fair.pop(counts.index(max(counts))))
            wanted -= _marks(found[-1].call, words)
        if len(found) == OTHERS and not wanted:
            return [shown, *found], True
        if len(found) == OTHERS and not less_alike:
            less_alike = [shown, *found]
    return less_alike, False


def _functions(call: ShortCall) -> list[tuple[str | None, str]]:
    return [(step.of, step.name) for step in call.call.steps]


def _sizes(marks: set[tuple[object, ...]]) -> set[tuple[object, ...]]:
    """Return whether each argument has no items, one or many: a call with little in it seems to show no mistake."""
    return {mark for mark in marks if mark[2:3] == ("items",)}


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
