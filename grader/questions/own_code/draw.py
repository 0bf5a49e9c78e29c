"""Draw questions about a file: the two kinds in turn, as many as are asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from grader.questions.own_code import what_if, which_call
from grader.questions.own_code.bench import Bench
from grader.questions.own_code.question import OwnQuestion
from grader.questions.turns import in_turn

KINDS: Mapping[str, Callable[[Bench], Iterator[OwnQuestion]]] = {
    "what_if": what_if.questions,
    "which_call": which_call.questions,
}


def draw(bench: Bench, count: int) -> list[OwnQuestion]:
    """Return up to `count` questions, the kinds in turn, in an order drawn by the seed; one at most is about a refusal."""
    names = bench.draws("kinds").shuffled(list(KINDS))
    return list(islice(_with_one_refusal(in_turn(KINDS[name](bench) for name in names)), count))


def _with_one_refusal(questions: Iterable[OwnQuestion]) -> Iterator[OwnQuestion]:
    has_refusal = False
    for question in questions:
        if not (has_refusal and question.is_about_refusal):
            has_refusal |= question.is_about_refusal
            yield question
