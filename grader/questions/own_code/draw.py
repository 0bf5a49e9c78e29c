"""Draw questions about a file: of several kinds, as many as are asked for."""

from collections.abc import Iterator

from grader.questions.own_code.bench import Bench
from grader.questions.own_code.kinds import kinds
from grader.questions.own_code.question import OwnQuestion


def draw(bench: Bench, count: int) -> list[OwnQuestion]:
    """Return up to `count` questions: of each kind one, in an order drawn by the seed, and then again."""
    drawn: list[OwnQuestion] = []
    for question in mixed(bench):
        if not any((other.kind, other.line) == (question.kind, question.line) != (other.kind, 0) for other in drawn):
            drawn.append(question)
        if len(drawn) == count:
            break
    return drawn


def mixed(bench: Bench) -> Iterator[OwnQuestion]:
    """Yield questions of all kinds in turn, until no kind has another."""
    turns = [kinds()[name].questions(bench) for name in bench.draws("kinds").shuffled(list(kinds()))]
    while turns:
        for turn in [*turns]:
            question = next(turn, None)
            if question:
                yield question
            else:
                turns.remove(turn)
