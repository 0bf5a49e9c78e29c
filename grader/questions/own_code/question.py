"""A question about the learner's own code, and how an answer to it is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from grader.core.call import Call
from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.letters import letter, read_choice
from grader.questions.numeric.parse import AnswerKind, read_number


@dataclass(frozen=True, kw_only=True)
class OwnQuestion:
    """A question with one right answer.

    Texts of calls are Python to paste.
    """

    kind: str
    exercise: str
    question: str
    """The question, in one sentence."""
    answer: str
    """The letter of the right option, or a count."""
    file: str
    line: int = 0
    """The line that it is about; 0 for no line."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """Lines of code to show, by what they are."""
    options: tuple[str, ...] = ()
    """The options, at most 80 characters each; empty if a count is to be typed."""
    call: tuple[str, ...] = ()
    """The steps of the call that it is about; none where a call is the answer."""
    models: tuple[str, ...] = ()
    """The answers of the models among the arguments in that call, in order."""
    source: str = ""
    """The file as it is."""
    changed: str = ""
    """The copy with one slip that it is about."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """Names and settings for a program that finds the answer by other means."""
    made: Call | None = field(default=None, repr=False, compare=False)
    """The call that shows the answer, in `changed` or, without that, in `source`."""
    is_weak: bool = field(default=False, repr=False, compare=False)
    """Whether it is asked only where there is hardly anything else."""

    def to_json(self, *, has_key: bool) -> dict[str, object]:
        """Return the question for programs; the answer only with `has_key`."""
        document = asdict(replace(self, made=None))
        left_out = ["made", "is_weak", *([] if has_key else ["answer"])]
        return {name: value for name, value in document.items() if name not in left_out}

    @property
    def right_option(self) -> str:
        """The text of the right option."""
        return self.options[read_choice(self.answer, len(self.options))]

    def how_to(self) -> str:
        """Return a sentence on how to answer."""
        return f"Type a letter, a to {letter(len(self.options) - 1)}." if self.options else "Type a whole number."

    def is_right(self, text: str) -> bool:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it cannot be one."""
        if self.options:
            typed = text.strip().lower().rstrip(".)")
            if typed not in map(letter, range(len(self.options))):
                raise UnreadableAnswerError(self.how_to())
            return typed == self.answer
        reading = read_number(text, AnswerKind.COUNT)
        if reading.problem or not reading.values:
            raise UnreadableAnswerError(reading.problem or self.how_to())
        return reading.values[0] == int(self.answer)


def lettered(right: str, wrong: Sequence[str], shuffle: Sequence[int]) -> dict[str, Any]:
    """Return options in the order of `shuffle`, and the letter of the right one, as fields of a question."""
    texts = (right, *wrong)
    options = tuple(texts[index] for index in shuffle)
    return {"options": options, "answer": letter(options.index(right))}
