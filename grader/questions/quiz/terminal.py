"""A quiz in the terminal: ask the questions one after the other, and save each answer before the next question."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.core.escape import line
from grader.course import Phrase
from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement, Note, UnreadableAnswerError
from grader.questions.quiz.instance import Instance
from grader.questions.quiz.models import Matching, Multiple, Ordering, TrueFalse
from grader.questions.quiz.parse_choice import letter
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
    """Leave a text as it is."""
    return text


@dataclass(frozen=True)
class QuizLook:
    """How a quiz is written: its columns, colors and language."""

    width: int = 80
    paint: Paint = unpainted
    phrase: Phrase = str.format


def question_lines(asked: Instance, look: QuizLook) -> list[str]:
    """Write a question with its choices."""
    question, width = asked.question, look.width
    prefix = f"{look.phrase('True or false, and why?')} " if isinstance(question, TrueFalse) else ""
    text = wrapped(prefix + to_plain(question.question), width)
    if isinstance(question, Multiple):
        text += wrapped(look.phrase("Several may be right."), width)
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


def answer_lines(asked: Instance, judged: AnswerJudgement, look: QuizLook) -> list[str]:
    """Write what an answer was worth, what it reveals, and the explanation."""
    phrase, width = look.phrase, look.width
    remark = phrase(judged.remark) if isinstance(asked.question, TrueFalse) else judged.remark
    text = [head(judged, look), *(wrapped(remark, width) if remark else [])]
    text += [""] if judged.notes else []
    for note in in_shown_order(asked, judged.notes):
        text += _note_lines(asked, note, look)
    if not judged.is_right:
        text += ["", *wrapped(phrase("The answer is {answer}.", answer=asked.key()), width)]
        steps = asked.working()
        text += wrapped(phrase("On the way: {steps}.", steps=steps), width) if steps else []
    return [*text, "", *wrapped(to_plain(asked.question.explanation), width)]


def in_shown_order(asked: Instance, notes: Sequence[Note]) -> list[Note]:
    """Return notes in the order in which they are said: of several choices, by their letters."""
    is_sorted = isinstance(asked.question, Multiple)
    return sorted(notes, key=lambda note: asked.order.index(note.choice)) if is_sorted else list(notes)


def _note_lines(asked: Instance, note: Note, look: QuizLook) -> list[str]:
    """Write what there is to say about a choice, behind its letter or number."""
    is_pair = isinstance(asked.question, Matching)
    label = str(note.choice + 1) if is_pair else letter(asked.order.index(note.choice))
    word = look.phrase("right" if note.is_right else "too early" if isinstance(asked.question, Ordering) else "wrong")
    first, *rest = _item(label, f"{word}: {note.words}", look.width)
    return [first.replace(f"{word}:", look.paint(f"{word}:", "right" if note.is_right else "wrong"), 1), *rest]


def head(judged: AnswerJudgement, look: QuizLook) -> str:
    """Return the first line about an answer."""
    if judged.is_right:
        return look.paint(look.phrase("Right."), "right")
    if not judged.score:
        return look.paint(look.phrase("Not right."), "wrong")
    earned = points(judged.score, judged.max_score, look.phrase)
    return look.paint(look.phrase("Partly right: {points}.", points=earned), "partly")


def points(score: int, max_score: int, phrase: Phrase) -> str:
    """Return a score in words."""
    scored = "{score} of {most} point" if max_score == 1 else "{score} of {most} points"
    return phrase(scored, score=score, most=max_score)


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
        sitting, phrase = self.run.sitting, self.look.phrase
        for number, question_id in to_ask:
            asked = self.run.asked(question_id)
            heading = "{title}: question {number} of {count}"
            heading = phrase(heading, title=to_plain(self.run.quiz.title), number=number, count=count)
            self._say([self.look.paint(heading, "quiet"), "", *question_lines(asked, self.look), ""])
            judged = self._answer(asked)
            if judged is None:
                return False
            if judged.max_score:
                sitting.note(question_id, judged)
                self.keep()
                self._say(["", *answer_lines(asked, judged, self.look), ""])
            else:
                sitting.skip(question_id)
                self._say(["", phrase("Skipped."), ""])
        return True

    def _answer(self, asked: Instance) -> AnswerJudgement | None:
        """Return the answer's judgement, one without any points if the question is skipped, None to stop."""
        phrase, width = self.look.phrase, self.look.width
        while True:
            typed = self.hear(phrase("Your answer (? for help): "))
            word = "quit" if typed is None else typed.strip().lower()
            if typed is None or word in QUIT:
                return None
            if word == SKIP:
                return AnswerJudgement(0, 0)
            if not word:
                self._say(wrapped(phrase("Type an answer, ? for help, skip or quit."), width))
            elif word in HELP:
                self._say([*wrapped(asked.how_to(phrase), width), *wrapped(phrase(COMMANDS), width), ""])
            else:
                try:
                    return asked.mark(typed, phrase)
                except UnreadableAnswerError as error:
                    self._say(wrapped(str(error), width))

    def _say(self, rows: Sequence[str]) -> None:
        self.say("\n".join(rows))


def summary(run: Run, look: QuizLook) -> list[str]:
    """Write the score, and for what was not right where to look."""
    phrase, width = look.phrase, look.width
    ids = [question.id for question in run.quiz.questions]
    scores = run.sitting.scores
    done = sum(scores[each].score for each in ids if each in scores)
    scored = phrase("You have {points}.", points=points(done, run.quiz.max_score, phrase))
    text = [look.paint(scored, "quiet")]
    missing = run.sitting.to_ask(ids)
    skipped = phrase("Skipped: {count} of {all} questions.", count=len(missing), all=len(ids))
    text += wrapped(skipped, width) if missing else []
    wrong = run.sitting.wrong(ids)
    text += ["", phrase("To look at again:")] if wrong else []
    for each in wrong:
        question = run.asked(each).question
        stem = wrapped(to_plain(question.question), width - 4)
        places = {"name": question.exercise.rpartition("/")[2], "card": question.card}
        earned = points(scores[each].score, scores[each].max_score, phrase)
        where = phrase("{points}; learn show {name}; card {card}", points=earned, **places)
        text += [f"  {stem[0]}{' …' if len(stem) > 1 else ''}", *wrapped(where, width, indent="    ")]
    return text
