"""A kind of question about one's own code, as each file of `kinds/` declares one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grader.questions.own_code.bench import Bench
from grader.questions.own_code.question import OwnQuestion


class QuestionKind(NamedTuple):
    """A kind of question about one's own code, and the function that yields its questions, all different.

    `topic` ends the sentence “could not say …”, `lacks` says why there may be none. One of the kind that `comes_last`
    is asked after one of each other kind. `spare` yields questions that are asked only where there are too few others.
    """

    topic: str
    lacks: str
    questions: Callable[[Bench], Iterator[OwnQuestion]]
    comes_last: bool = False
    spare: Callable[[Bench], Iterator[OwnQuestion]] = lambda _: iter(())
