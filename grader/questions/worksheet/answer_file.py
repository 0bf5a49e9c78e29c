"""Read and write the answer file of a worksheet, which learners fill in.

A line is `step: answer`, and no line can make another one unreadable. It is a learner's file: it may hold anything.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.files import markdown
from grader.files.strict_yaml import near_misses
from grader.questions.numeric.parse import AnswerKind, quoted
from grader.questions.numeric.question import Numbers
from grader.questions.worksheet.quiz_step import QuizStepQuestion
from grader.questions.worksheet.sheet import StepQuestion, Variant, WorksheetStep, labels_of

SHEET = "sheet"
"""The key before the id of the sheet that is answered."""
MOST_TOLD = 3
"""The maximum number of stray lines that are reported one by one."""
COMMENT = re.compile(r"(^|\s)#.*")
LINE_END = re.compile(r"\r\n|\r|\n")


class Written(NamedTuple):
    """An answer as it stands in the file."""

    text: str
    line: int


class WorksheetAnswers(NamedTuple):
    """The answers in a file, and its stray and repeated lines."""

    answers: dict[str, Written]
    repeated: dict[str, int]
    """Steps that are answered twice, and the line of the second answer."""
    sheet: str = ""
    strays: tuple[str, ...] = ()
    """Complaints about lines that answer no step."""


def read(source: bytes, steps: Sequence[str]) -> WorksheetAnswers:
    """Read the answers to steps."""
    answers: dict[str, Written] = {}
    repeated: dict[str, int] = {}
    strays: list[str] = []
    current = ""
    for number, text in enumerate(LINE_END.split(_decoded(source)), 1):
        plain = COMMENT.sub("", text).rstrip()
        if not plain.strip() or plain == "---":
            continue
        if current and (plain[0].isspace() or plain.startswith("- ")):
            answers[current] = _continued(answers[current], plain.strip())
            continue
        name, colon, value = plain.partition(":")
        key = _unquoted(name.strip()).casefold().replace("-", "_").replace(" ", "_")  # as in the template
        current = ""
        if not colon or key not in (*steps, SHEET):
            strays.append(_stray(number, plain, key if colon else "", [*steps, SHEET]))
        elif key in answers:
            repeated[key] = number
        else:
            answers[key] = Written(_unquoted(value.strip()), number)
            current = key
    sheet = answers.pop(SHEET, Written("", 0)).text
    return WorksheetAnswers(answers, repeated, sheet, _told(strays))


def _decoded(source: bytes) -> str:
    """Decode the file; invalid bytes become U+FFFD, so that they spoil no more than their own line."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", "replace")
    return source.decode("utf-8-sig", "replace")


def _continued(written: Written, text: str) -> Written:
    """Append a list item, or the continuation of a long answer."""
    is_entry = text.startswith("- ")
    more = _unquoted(text.removeprefix("- ").strip())
    between = "; " if is_entry else " "
    return Written(f"{written.text}{between}{more}" if written.text else more, written.line)


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if is_quoted else text


def _stray(number: int, text: str, key: str, known: list[str]) -> str:
    near = near_misses(key, known) if key else []
    if near:
        return f"line {number} answers {quoted(key)}, which is no step; did you mean {near[0]}?"
    if key:
        return f"line {number} answers {quoted(key)}, which is no step; use the names of the template"
    return f"line {number} is {quoted(text)}, which answers no step; write the step's name, a colon and the answer"


def _told(strays: list[str]) -> tuple[str, ...]:
    """Return the first few complaints and the number of the rest."""
    rest = len(strays) - MOST_TOLD
    more = [f"{rest} more lines answer no step"] if rest > 1 else strays[MOST_TOLD:]
    return (*strays[:MOST_TOLD], *more)


# --- the template ---------------------------------------------------------------------------------


def template(variant: Variant, *, has_id: bool = True) -> str:
    """Return the file to fill in; it holds no answer and nothing of the seed."""
    title = markdown.to_plain(variant.sheet.title)
    lines = [
        f"# Answers to the worksheet “{title}”.",
        "# Write each answer behind the colon of its step, in the same line.",
        "# A step that you leave empty is not answered.",
        f"# Hand this file in as {variant.sheet.id}.yaml.",
        "",
        f"{SHEET}: {variant.id}" if has_id else f"{SHEET}:  # the id at the top of your sheet, such as abcd-2345",
    ]
    for number, (step, question) in enumerate(variant.steps, 1):
        lines += ["", f"# {number}. {markdown.to_plain(step.title)}: {how(step, question, variant, has_id=has_id)}"]
        lines.append(f"{step.question}:")
    return "\n".join(lines) + "\n"


def how(step: WorksheetStep, question: StepQuestion, variant: Variant, *, has_id: bool = True) -> str:
    """Return the form of the answer to a step, in words."""
    if isinstance(question, QuizStepQuestion):
        return f"{question.how}."
    if question.kind is AnswerKind.TOKENS:
        return "words with commas between them, in any order."
    if question.kind is AnswerKind.TOKEN:
        return "one word."
    if question.kind is AnswerKind.PIECES:
        return "the word with a blank wherever it is cut."
    if not question.kind.is_list:
        return "a number."
    boxes = "; ".join(_order(step, variant.numbers_of(question), has_id=has_id))
    count = len(question.answer(variant.numbers_of(question)))
    return f"{count} numbers with semicolons between them{f' ({boxes})' if boxes else ''}."


def _order(step: WorksheetStep, numbers: Numbers, *, has_id: bool) -> Iterator[str]:
    """Yield the label of each number; without a sheet of one's own, tokens are named by their order."""
    if has_id:
        yield from map(markdown.to_plain, labels_of(step, numbers))
        return
    for box in step.boxes:
        yield "all in the order of your sheet" if box == "tokens" else markdown.to_plain(box)
