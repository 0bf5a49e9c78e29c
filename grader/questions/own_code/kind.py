"""A kind of question about one's own code, as each file of `kinds/` declares one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grader.questions.own_code.bench import Bench
from grader.questions.own_code.question import OwnQuestion


def none(_: Bench) -> Iterator[OwnQuestion]:
    """Yield no question."""
    return iter(())


class QuestionKind(NamedTuple):
    """A kind of question about one's own code, and the functions that yield its questions, all different.

    `topic` ends the sentence “could not say …”, `lacks` says why there may be none. `spare` yields questions that are
    asked only where there are too few others, since who knows the exercise can answer most of them without the file.
    """

    topic: str
    lacks: str
    questions: Callable[[Bench], Iterator[OwnQuestion]] = none
    spare: Callable[[Bench], Iterator[OwnQuestion]] = none
