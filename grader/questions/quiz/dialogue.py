"""Ask the questions of a quiz one after the other, and keep each answer before the next question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.quiz import quiz_terminal
from grader.questions.quiz.instance import Instance
from grader.questions.quiz.quiz_progress import Score
from grader.questions.quiz.quiz_session import Run
from grader.questions.quiz.quiz_terminal import Paint, unpainted, wrapped

QUIT = {"quit", "exit", "q"}
"""The letter is too far down the alphabet to be that of a choice."""
SKIP = "skip"
HELP = {"?", "help"}
COMMANDS = "Type skip to go on without an answer, or quit to stop; what you have answered is kept."


@dataclass
class Conversation:
    """One run through some questions of a quiz.

    `hear` returns what the person typed, None when there is no more to come; `keep` saves the sitting.
    """

    run: Run
    say: Callable[[str], None]
    hear: Callable[[str], str | None]
    keep: Callable[[], None]
    width: int = 80
    paint: Paint = unpainted

    def hold(self, to_ask: Sequence[tuple[int, str]], count: int) -> bool:
        """Ask questions, given by number and id, of `count` in all; return False if the learner stopped early."""
        sitting = self.run.sitting
        for number, question_id in to_ask:
            asked = self.run.asked(question_id)
            heading = f"{to_plain(self.run.quiz.title)}: question {number} of {count}"
            self._say([self.paint(heading, "quiet"), "", *quiz_terminal.question_lines(asked, self.width), ""])
            judged = self._answer(asked)
            if judged is None:
                return False
            if judged.max_score:
                sitting.note(question_id, Score(judged.score, judged.max_score))
                self.keep()
                self._say(["", *quiz_terminal.answer_lines(asked, judged, self.width, self.paint), ""])
            else:
                sitting.skip(question_id)
                self._say(["", "Skipped.", ""])
        return True

    def _answer(self, asked: Instance) -> AnswerJudgement | None:
        """Return the answer's judgement, one without any points if the question is skipped, None to stop."""
        while True:
            typed = self.hear("Your answer (? for help): ")
            word = "quit" if typed is None else typed.strip().lower()
            if typed is None or word in QUIT:
                return None
            if word == SKIP:
                return AnswerJudgement(0, 0)
            if not word:
                self._say(wrapped("Type an answer, ? for help, skip or quit.", self.width))
            elif word in HELP:
                self._say([*wrapped(asked.how_to(), self.width), *wrapped(COMMANDS, self.width), ""])
            else:
                try:
                    return asked.mark(typed)
                except UnreadableAnswerError as error:
                    self._say(wrapped(str(error), self.width))

    def _say(self, rows: Sequence[str]) -> None:
        self.say("\n".join(rows))


def summary(run: Run, width: int, paint: Paint = unpainted) -> list[str]:
    """Write the score, and for what was not right where to look."""
    ids = [question.id for question in run.quiz.questions]
    scores = run.sitting.scores
    done = sum(scores[each].score for each in ids if each in scores)
    text = [paint(f"You have {quiz_terminal.points(done, run.quiz.max_score)}.", "quiet")]
    missing = run.sitting.to_ask(ids)
    text += wrapped(f"Skipped: {len(missing)} of {len(ids)} questions.", width) if missing else []
    wrong = run.sitting.wrong(ids)
    text += ["", "To look at again:"] if wrong else []
    for each in wrong:
        question = run.asked(each).question
        stem = wrapped(to_plain(question.question), width - 4)
        name = question.exercise.rpartition("/")[2]
        earned = quiz_terminal.points(scores[each].score, scores[each].max_score)
        where = f"{earned}; learn show {name}; card {question.card}"
        text += [f"  {stem[0]}{' …' if len(stem) > 1 else ''}", *wrapped(where, width, indent="    ")]
    return text
