"""Ask the questions of a quiz one after the other, and keep each answer before the next question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from grader.files.markdown import to_plain
from grader.questions.quiz import mark_answer, quiz_terminal
from grader.questions.quiz.instance import Asked
from grader.questions.quiz.parse_choice import UnreadableError
from grader.questions.quiz.quiz_models import Quiz
from grader.questions.quiz.quiz_progress import Score, Sitting
from grader.questions.quiz.quiz_terminal import Paint, unpainted, wrapped
from grader.questions.quiz.score import Marked

QUIT = {"quit", "exit", "q"}
"""The letter is too far down the alphabet to be that of a choice."""
SKIP = "skip"
HELP = {"?", "help"}
COMMANDS = "Type skip to go on without an answer, or quit to stop; what you have answered is kept."


class End(Enum):
    """How a conversation ended."""

    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass
class Conversation:
    """One run through some questions of a quiz.

    `hear` returns what the person typed, None when there is no more to come; `keep` saves the sitting.
    """

    quiz: Quiz
    sitting: Sitting
    ask: Callable[[str], Asked]
    say: Callable[[str], None]
    hear: Callable[[str], str | None]
    keep: Callable[[], None]
    width: int = 80
    paint: Paint = unpainted

    def hold(self, to_ask: Sequence[tuple[int, str]], count: int) -> End:
        """Ask questions, given by number and id, of `count` in all."""
        for number, question_id in to_ask:
            asked = self.ask(question_id)
            heading = f"{to_plain(self.quiz.title)}: question {number} of {count}"
            self._say([self.paint(heading, "quiet"), "", *quiz_terminal.question_lines(asked, self.width), ""])
            marked = self._answer(asked)
            if marked is None:
                return End.STOPPED
            if marked.max_score:
                self.sitting.note(question_id, Score(marked.score, marked.max_score))
                self.keep()
                self._say(["", *quiz_terminal.answer_lines(asked, marked, self.width, self.paint), ""])
            else:
                self.sitting.retry = [each for each in self.sitting.retry if each != question_id]
                self._say(["", "Skipped.", ""])
        return End.FINISHED

    def _answer(self, asked: Asked) -> Marked | None:
        """Return the answer's mark, one without any points if the question is skipped, None to stop."""
        while True:
            typed = self.hear("Your answer (? for help): ")
            if typed is None or typed.strip().lower() in QUIT:
                return None
            word = typed.strip().lower()
            if word == SKIP:
                return Marked(0, 0)
            if not word:
                self._say(wrapped("Type an answer, ? for help, skip or quit.", self.width))
            elif word in HELP:
                self._say([*wrapped(mark_answer.how_to(asked), self.width), *wrapped(COMMANDS, self.width), ""])
            else:
                try:
                    return mark_answer.mark(asked, typed)
                except UnreadableError as error:
                    self._say(wrapped(str(error), self.width))

    def _say(self, rows: Sequence[str]) -> None:
        self.say("\n".join(rows))


def summary(
    quiz: Quiz, sitting: Sitting, ask: Callable[[str], Asked], width: int, paint: Paint = unpainted
) -> list[str]:
    """Write the score, and for what was not right where to look."""
    ids = [question.id for question in quiz.questions]
    done = [sitting.scores[each] for each in ids if each in sitting.scores]
    total = sum(question.max_score for question in quiz.questions)
    text = [paint(f"You have {quiz_terminal.points(sum(each.score for each in done), total)}.", "quiet")]
    missing = sitting.to_ask(ids)
    if missing:
        text += wrapped(f"Skipped: {len(missing)} of {len(ids)} questions.", width)
    wrong = sitting.wrong(ids)
    if wrong:
        text += ["", "To look at again:"]
    for each in wrong:
        question = ask(each).question
        score = sitting.scores[each]
        stem = wrapped(to_plain(question.question), width - 4)
        text += [f"  {stem[0]}{' …' if len(stem) > 1 else ''}"]
        name = question.exercise.rpartition("/")[2]
        where = f"{quiz_terminal.points(score.score, score.max_score)}; learn show {name}; card {question.card}"
        text += wrapped(where, width, indent="    ")
    return text
