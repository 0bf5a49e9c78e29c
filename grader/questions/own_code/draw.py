"""Draw questions about a file: of several kinds, as many as are asked for."""

from collections.abc import Iterator
from itertools import islice

from grader.questions.own_code.bench import Bench
from grader.questions.own_code.kinds import kinds
from grader.questions.own_code.question import OwnQuestion
from grader.questions.turns import in_turn

MOST_SPARE, MOST_WEAK = 4, 3
"""Second questions of a kind about a line, and weak ones, after which no others are looked for."""


def draw(bench: Bench, count: int) -> list[OwnQuestion]:
    """Return up to `count` questions: of each kind one, in an order drawn by the seed, and then again.

    Of two kinds at least, where there are two, whatever the last one is worth.
    """
    questions = mixed(bench)
    drawn = [*islice(questions, count)]
    if count > 1 and len({question.kind for question in drawn}) == 1:
        other = next((question for question in questions if question.kind != drawn[0].kind), None)
        drawn = [*drawn[:-1], other] if other else drawn
    return drawn


def mixed(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield questions of all kinds in turn; those of one kind about the same line, and weak ones, only at the end."""
    used: set[tuple[str, int]] = set()
    spare: list[OwnQuestion] = []
    weak: list[OwnQuestion] = []
    names = bench.draws("kinds").shuffled(list(kinds()))
    for question in in_turn(kinds()[name].questions(bench) for name in names):
        about = question.kind, question.line
        if question.is_weak:
            weak.append(question)
        elif question.line and about in used:
            spare.append(question)
        else:
            used.add(about)
            yield question
        if len(spare) == MOST_SPARE or len(weak) == MOST_WEAK:
            break
    yield from spare + weak
    for kind in kinds().values():
        yield from (question for question in kind.spare(bench) if (question.kind, question.line) not in used)
