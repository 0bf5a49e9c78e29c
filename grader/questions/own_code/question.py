"""A question about the learner's own code, and how an answer to it is judged."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.questions.letters import letter, read_choice
from grader.questions.own_code.written import RAISES


@dataclass(frozen=True, kw_only=True)
class OwnQuestion:
    """A question with one right option.

    Texts of calls are Python to paste.
    """

    kind: str
    exercise: str
    question: str
    """The question, in one sentence."""
    options: tuple[str, ...]
    """At most 80 characters each."""
    answer: str
    """The letter of the right one."""
    why: str
    """The reason for the answer, as a run shows it."""
    file: str
    source: str
    """The file as it is, without comments."""
    line: int = 0
    """The line that it is about; 0 for no line."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """Lines to show, by what they are."""
    call: tuple[str, ...] = ()
    """The steps of the call that it is about; none where a call is the answer."""
    changed: str = ""
    """The copy with one slip that it is about."""

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Return the lines and the call to show, each with its label."""
        labels = {"now": f"line {self.line}", "changed": "becomes"}
        rows = [(labels.get(label, label), text) for label, text in self.lines.items()]
        return rows + [("call" if number == 0 else "", step) for number, step in enumerate(self.call)]

    @property
    def is_about_refusal(self) -> bool:
        """Whether an exception is the answer, or what the change or the mistake prevents."""
        return any(RAISES in text for text in (dict(self.lettered)[self.answer], self.why))

    @property
    def lettered(self) -> list[tuple[str, str]]:
        return [(letter(place), text) for place, text in enumerate(self.options)]

    def is_right(self, text: str) -> bool:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it is no letter of an option."""
        return letter(read_choice(text, len(self.options))) == self.answer
