"""A quiz in the terminal: ask the questions one after the other, and save each answer before the next question."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.core.escape import line
from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError
from grader.questions.quiz.instance import Instance
from grader.questions.quiz.parse_choice import letter
from grader.questions.quiz.quiz_models import Matching, Multiple, Ordering, TrueFalse
from grader.questions.quiz.quiz_progress import Run

Paint = Callable[[str, str], str]
"""Colours a text for its role: right, wrong, partly, quiet."""

INDENT = "  "
QUIT = {"quit", "exit", "q"}
"""The letter is too far down the alphabet to be that of a choice."""
SKIP = "skip"
HELP = {"?", "help"}
COMMANDS = "Type skip to go on without an answer, or quit to stop; what you have answered is kept."


def unpainted(text: str, role: str) -> str:
    """Leave a text as it is."""
    return text


def question_lines(asked: Instance, width: int) -> list[str]:
    """Write a question with its choices."""
    question = asked.question
    prefix = "True or false, and why? " if isinstance(question, TrueFalse) else ""
    text = wrapped(prefix + to_plain(question.question), width)
    if isinstance(question, Multiple):
        text += wrapped("Several may be right.", width)
    if question.excerpt is not None:
        text += ["", *(f"{INDENT}{INDENT}{line(each)}" for each in question.excerpt.rstrip().split("\n"))]
    if isinstance(question, Matching):
        text.append("")
        for number, pair in enumerate(question.pairs, 1):
            text += _item(str(number), pair.left, width)
    text += [""] if asked.order else []
    for place, index in enumerate(asked.order):
        text += _item(letter(place), question.choices[index].text, width)
    return text


def answer_lines(asked: Instance, judged: AnswerJudgement, width: int, paint: Paint = unpainted) -> list[str]:
    """Write what an answer was worth, what it reveals, and the explanation."""
    text = [head(judged, paint), *(wrapped(judged.remark, width) if judged.remark else [])]
    text += [""] if judged.notes else []
    for note in in_shown_order(asked, judged.notes):
        text += _note_lines(asked, note, width, paint)
    if not judged.is_right:
        text += ["", *wrapped(f"The answer is {asked.key()}.", width)]
        steps = asked.working()
        text += wrapped(f"On the way: {steps}.", width) if steps else []
    return [*text, "", *wrapped(to_plain(asked.question.explanation), width)]


def in_shown_order(asked: Instance, notes: Sequence[Note]) -> list[Note]:
    """Return notes in the order in which they are said: of several choices, by their letters."""
    is_sorted = isinstance(asked.question, Multiple)
    return sorted(notes, key=lambda note: asked.order.index(note.choice)) if is_sorted else list(notes)


def _note_lines(asked: Instance, note: Note, width: int, paint: Paint) -> list[str]:
    """Write what there is to say about a choice, behind its letter or number."""
    is_pair = isinstance(asked.question, Matching)
    label = str(note.choice + 1) if is_pair else letter(asked.order.index(note.choice))
    word = "right" if note.is_right else "too early" if isinstance(asked.question, Ordering) else "wrong"
    first, *rest = _item(label, f"{word}: {note.words}", width)
    return [first.replace(f"{word}:", paint(f"{word}:", "right" if note.is_right else "wrong"), 1), *rest]


def head(judged: AnswerJudgement, paint: Paint = unpainted) -> str:
    """Return the first line about an answer."""
    if judged.is_right:
        return paint("Right.", "right")
    if not judged.score:
        return paint("Not right.", "wrong")
    return paint(f"Partly right: {points(judged.score, judged.max_score)}.", "partly")


def points(score: int, max_score: int) -> str:
    """Return a score in words."""
    return f"{score} of {max_score} {'point' if max_score == 1 else 'points'}"


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
    width: int = 80
    paint: Paint = unpainted

    def hold(self, to_ask: Sequence[tuple[int, str]], count: int) -> bool:
        """Ask questions, given by number and id, of `count` in all; return False if the learner stopped early."""
        sitting = self.run.sitting
        for number, question_id in to_ask:
            asked = self.run.asked(question_id)
            heading = f"{to_plain(self.run.quiz.title)}: question {number} of {count}"
            self._say([self.paint(heading, "quiet"), "", *question_lines(asked, self.width), ""])
            judged = self._answer(asked)
            if judged is None:
                return False
            if judged.max_score:
                sitting.note(question_id, judged)
                self.keep()
                self._say(["", *answer_lines(asked, judged, self.width, self.paint), ""])
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
    text = [paint(f"You have {points(done, run.quiz.max_score)}.", "quiet")]
    missing = run.sitting.to_ask(ids)
    text += wrapped(f"Skipped: {len(missing)} of {len(ids)} questions.", width) if missing else []
    wrong = run.sitting.wrong(ids)
    text += ["", "To look at again:"] if wrong else []
    for each in wrong:
        question = run.asked(each).question
        stem = wrapped(to_plain(question.question), width - 4)
        name = question.exercise.rpartition("/")[2]
        earned = points(scores[each].score, scores[each].max_score)
        where = f"{earned}; learn show {name}; card {question.card}"
        text += [f"  {stem[0]}{' …' if len(stem) > 1 else ''}", *wrapped(where, width, indent="    ")]
    return text
