"""A quiz in the terminal: ask the questions one after the other, and save each answer before the next question."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.core.escape import line
from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError
from grader.questions.letters import letter
from grader.questions.question import Instance
from grader.questions.quiz.progress import Run

Paint = Callable[[str, str], str]
"""Colours a text for its role: right, wrong, partly, quiet."""

INDENT = "  "
QUIT = {"quit", "exit", "q"}
"""The letter is too far down the alphabet to be that of a choice."""
SKIP = "skip"
HELP = {"?", "help"}
COMMANDS = "Type skip to go on without an answer, or quit to stop; what you have answered is kept."


def unpainted(text: str, role: str) -> str:
    return text


@dataclass(frozen=True)
class QuizLook:
    """How a quiz is written: its columns and colors."""

    width: int = 80
    paint: Paint = unpainted


def question_lines(instance: Instance, look: QuizLook) -> list[str]:
    """Write a question with its choices."""
    question, width = instance.question, look.width
    lead = f"{question.LEAD} " if question.LEAD else ""
    text = wrapped(lead + to_plain(question.question), width)
    text += wrapped(question.HINT, width) if question.HINT else []
    if question.excerpt is not None:
        text += ["", *(f"{INDENT}{INDENT}{line(row)}" for row in question.excerpt.rstrip().split("\n"))]
    if question.drawn:
        text += ["", *wrapped(question.drawn.description, width)]
    text += [""] if question.numbered else []
    for number, left in enumerate(question.numbered, 1):
        text += _item(str(number), left, width)
    text += [""] if instance.order else []
    for place, index in enumerate(instance.order):
        text += _item(letter(place), question.choices[index].text, width)
    return text


def answer_lines(instance: Instance, judged: AnswerJudgement, look: QuizLook) -> list[str]:
    """Write what an answer was worth, what it reveals, and the explanation."""
    width = look.width
    text = [head(judged, look), *(wrapped(judged.remark, width) if judged.remark else [])]
    text += [""] if judged.notes else []
    for note in judged.notes:
        text += _note_lines(instance, note, look)
    if not judged.is_right:
        text += ["", *wrapped(f"The answer is {instance.key()}.", width)]
        steps = instance.working()
        text += wrapped(f"On the way: {steps}.", width) if steps else []
    return [*text, "", *wrapped(to_plain(instance.question.explanation), width)]


def _note_lines(instance: Instance, note: Note, look: QuizLook) -> list[str]:
    """Write what there is to say about a choice, behind its letter or number."""
    word = instance.question.choices[note.choice].mark or "wrong"
    first, *rest = _item(instance.question.label(note.choice, instance.order), f"{word}: {note.words}", look.width)
    return [first.replace(f"{word}:", look.paint(f"{word}:", "right" if note.is_right else "wrong"), 1), *rest]


def head(judged: AnswerJudgement, look: QuizLook) -> str:
    """Return the first line about an answer."""
    if judged.is_right:
        return look.paint("Right.", "right")
    if not judged.score:
        return look.paint("Not right.", "wrong")
    earned = points(judged.score, judged.max_score)
    return look.paint(f"Partly right: {earned}.", "partly")


def points(score: int, max_score: int) -> str:
    return f"{score} of {max_score} point" if max_score == 1 else f"{score} of {max_score} points"


def wrapped(text: str, width: int, *, indent: str = "") -> list[str]:
    """Break a text into lines; line breaks of its own stay."""
    rows: list[str] = []
    for part in text.split("\n"):
        rows += textwrap.wrap(
            line(part), width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return rows


def _item(label: str, text: str, width: int) -> list[str]:
    """Write a choice behind its letter or number."""
    start = f"{INDENT}{label}  "
    rows = wrapped(to_plain(text), width - len(start))
    return [f"{start if number == 0 else ' ' * len(start)}{row}" for number, row in enumerate(rows)]


@dataclass
class Conversation:
    """One run through some questions of a quiz.

    `hear` returns what the person typed, None when there is no more to come; `keep` saves the sitting.
    """

    run: Run
    say: Callable[[str], None]
    hear: Callable[[str], str | None]
    keep: Callable[[], None]
    look: QuizLook = QuizLook()

    def hold(self, to_ask: Sequence[tuple[int, str]], count: int) -> bool:
        """Ask questions, given by number and id, of `count` in all; return False if the learner stopped early."""
        for number, question_id in to_ask:
            instance = self.run.instance(question_id)
            heading = f"{to_plain(self.run.quiz.title)}: question {number} of {count}"
            self._say([self.look.paint(heading, "quiet"), "", *question_lines(instance, self.look), ""])
            judged = self._answer(instance)
            if judged is None:
                return False
            if judged.max_score:
                self.run.sitting.scores[question_id] = judged
                self.keep()
                self._say(["", *answer_lines(instance, judged, self.look), ""])
            else:
                self._say(["", "Skipped.", ""])
        return True

    def _answer(self, instance: Instance) -> AnswerJudgement | None:
        """Return the answer's judgement, one without any points if the question is skipped, None to stop."""
        width = self.look.width
        while True:
            typed = self.hear("Your answer (? for help): ")
            word = "quit" if typed is None else typed.strip().lower()
            if typed is None or word in QUIT:
                return None
            if word == SKIP:
                return AnswerJudgement(0, 0)
            if not word:
                self._say(wrapped("Type an answer, ? for help, skip or quit.", width))
            elif word in HELP:
                self._say([*wrapped(instance.how_to(), width), *wrapped(COMMANDS, width), ""])
            else:
                try:
                    return instance.mark(typed)
                except UnreadableAnswerError as error:
                    self._say(wrapped(str(error), width))

    def _say(self, rows: Sequence[str]) -> None:
        self.say("\n".join(rows))


def summary(run: Run, look: QuizLook) -> list[str]:
    """Write the score, and for what was not right where to look."""
    width = look.width
    ids = [question.id for question in run.quiz.questions]
    scores = run.sitting.scores
    done = sum(scores[question_id].score for question_id in ids if question_id in scores)
    scored = f"You have {points(done, run.quiz.max_score)}."
    text = [look.paint(scored, "quiet")]
    missing = run.sitting.to_ask(ids)
    skipped = f"Skipped: {len(missing)} of {len(ids)} questions."
    text += wrapped(skipped, width) if missing else []
    wrong = run.sitting.wrong(ids)
    text += ["", "To look at again:"] if wrong else []
    for question_id in wrong:
        question = run.instance(question_id).question
        stem = wrapped(to_plain(question.question), width - 4)
        name = question.exercise.rpartition("/")[2]
        earned = points(scores[question_id].score, scores[question_id].max_score)
        where = f"{earned}; learn show {name}; card {question.card}"
        text += [f"  {stem[0]}{' …' if len(stem) > 1 else ''}", *wrapped(where, width, indent="    ")]
    return text
