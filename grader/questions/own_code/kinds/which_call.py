"""Ask in which of four calls a typical mistake, given in its own words, differs from this file."""

from collections.abc import Iterator

from grader.core.formatting import call_text
from grader.core.result import Mistake
from grader.questions.own_code.bench import Bench, QuestionKind
from grader.questions.own_code.calls import ShortCall, spies
from grader.questions.own_code.question import OwnQuestion, lettered
from grader.questions.own_code.written import MAX_OPTION, SAME, are_apart, whole_text
from grader.sandbox.traced_process import is_cut
from grader.sandbox.trusted import run_trusted

OTHERS = 3
"""The calls that show no difference."""
MOST_MISTAKES = 12


def questions(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield a question on each mistake that one of some short calls shows, and the others do not."""
    pool = [
        (place, call)
        for place, call in enumerate(bench.calls)
        if len(call_text(call.call)) <= MAX_OPTION
        and bench.own[place]
        and not call.is_brief
        and not bench.is_silent(place)
        and not spies(call.call)
    ]
    own = [mistake for mistake in bench.prepared.trusted.mistakes if mistake.version == mistake.name]
    for mistake in bench.draws("mistakes").shuffled(own)[:MOST_MISTAKES]:
        question = _question(bench, mistake, pool)
        if question:
            yield question


def _question(bench: Bench, mistake: Mistake, pool: list[tuple[int, ShortCall]]) -> OwnQuestion | None:
    shows, hides = [], []
    outcomes = run_trusted(mistake.module, [call.call for _, call in pool])
    for (place, call), theirs in zip(pool, outcomes, strict=True):
        mine = bench.own[place]
        if not mine or not whole_text(mine) or not whole_text(theirs) or is_cut(theirs):
            continue
        if are_apart(mine, theirs):
            shows.append((call, mine))
        elif not are_apart(mine, theirs, SAME, SAME):
            hides.append((call, mine))
    draws = bench.draws("which_call", mistake.name)
    shown = draws.choice(shows) if shows else None
    fair = [hidden for hidden in hides if shown and _are_alike(shown[0], hidden[0])]
    if not shown or len(fair) < OTHERS:
        return None
    chosen = [shown, *draws.sample(fair, OTHERS)]
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
        facts={"mistake": mistake.name, "drain": chosen[0][0].call.drain},
    )


def _are_alike(shown: ShortCall, hidden: ShortCall) -> bool:
    """Return whether the call that shows the mistake cannot be told by what it calls, or because others have nothing in them."""
    names = [(step.of, step.name) for step in shown.call.steps], [(step.of, step.name) for step in hidden.call.steps]
    return names[0] == names[1] and _empty_ones(hidden) <= _empty_ones(shown)


def _empty_ones(call: ShortCall) -> set[tuple[int, int]]:
    """Return the places of arguments that are empty."""
    return {
        (place, number)
        for place, step in enumerate(call.call.steps)
        for number, value in enumerate(step.args)
        if hasattr(value, "__len__") and len(value) == 0
    }


KIND = QuestionKind(
    "which call shows a typical mistake",
    "no mistake shows in one of four calls without models of 80 characters each",
    questions,
)
