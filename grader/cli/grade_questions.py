"""The sheets of questions that `learn grade --questions` writes: for each student one, the keys, and the form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.classes.job import Job, PlannedSubmission
from grader.classes.matching import Matched
from grader.classes.question_sheets import draw_sheets, stored_sheets
from grader.classes.store import Store
from grader.cli import options
from grader.cli.grade_options import GradeOptions, question_files
from grader.cli.main import report_it
from grader.cli.terminal import counted, tracked
from grader.core.escape import line
from grader.questions.own_code.sheet import COUNT, FORM, QuestionSheet, load_sheets

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from grader.questions.worksheet.page import Which


def check_folder(folder: Path) -> None:
    """Refuse a folder without sheets before anything is graded."""
    if not load_sheets(folder):
        raise click.UsageError(
            f"{folder} after --worksheet has no sheets of questions; name the folder `questions` of the results of "
            "`learn grade --questions`"
        )


class Drawn(NamedTuple):
    """The sheets of a run, how many of them an earlier run has drawn, and of which students a fault of ours prevents one."""

    sheets: Sequence[QuestionSheet]
    kept: int
    students: int
    faults: Sequence[str]


def drawn_sheets(
    chosen: GradeOptions, job: Job, items: Sequence[PlannedSubmission], store: Store, executor: Executor
) -> Drawn:
    """Draw the sheets that are missing; return all of this run."""
    assert chosen.questions_seed is not None
    known = stored_sheets(store.folder, chosen.questions_seed)
    new = [item for item in items if item.student not in known]
    drawing = draw_sheets(job, new, store, chosen.questions_seed, executor)
    with contextlib.closing(drawing):
        drawn = [sheet for sheet in tracked(drawing, len(new), "questions") if sheet]
    made = {sheet.student: sheet for sheet in drawn if isinstance(sheet, QuestionSheet)}
    known |= made
    sheets = [known[item.student] for item in items if item.student in known]
    faults = sorted(student for student in drawn if isinstance(student, str))
    return Drawn(sheets, len(sheets) - len(made), len(items), faults)


def write_questions(chosen: GradeOptions, drawn: Drawn, matched: Matched) -> list[str]:
    """Write the sheets, the keys and the form; return sentences for the teacher."""
    assert chosen.questions is not None
    sheets = drawn.sheets
    faults = [f"{line(student)} has no sheet by a fault of ours; {report_it()}." for student in drawn.faults]
    if not sheets:
        none = "No student has a function that passes and can be asked about, so there are no sheets of questions."
        return faults or [none]
    names = {student.id.casefold(): student.name for student, _ in matched.submissions}
    sheet_file, key_file, form = question_files(chosen.questions)
    _write(sheets, names, sheet_file, chosen, is_key=False)
    _write(sheets, names, key_file, chosen, is_key=True)
    if not form.exists():
        options.save(form, FORM.encode(), may_replace=False, option="--questions")
    return [*_sentences(drawn, [sheet_file, key_file, form]), *faults]


def _sentences(drawn: Drawn, files: Sequence[Path]) -> Iterator[str]:
    sheets, (sheet_file, key_file, form) = drawn.sheets, map(click.format_filename, files)
    before = f", {drawn.kept} of them as before" if drawn.kept else ""
    yield f"{sheet_file} is written: {counted(len(sheets), 'sheet')} of questions{before}; the key is {key_file}, the form {form}."
    if none := drawn.students - len(sheets) - len(drawn.faults):
        yield f"{counted(none, 'student')} without a sheet: no function of theirs passes and can be asked about."
    if short := sum(len(sheet.questions) < COUNT for sheet in sheets):
        yield f"{counted(short, 'sheet')} with fewer than three questions."


def _write(
    sheets: Sequence[QuestionSheet], names: dict[str, str], path: Path, chosen: GradeOptions, *, is_key: bool
) -> None:
    from flashcards import pdf
    from grader.questions.own_code import page

    which: Which = "key" if is_key else "sheet"
    is_pdf = path.suffix.lower() == ".pdf"
    chunks = page.chunks(sheets, names, which, chosen.paper, for_screen=not is_pdf)
    if is_pdf:
        pdf.write_pdf(chunks, path, title=page.title_of(which), duplex=None if is_key else "long")
        return
    for text in chunks:
        options.save(path, text.encode("utf-8", "replace"), may_replace=True, option="--questions")
