"""Draw the sheets of a class: questions on the functions that each student handed in, stored beside the results.

A sheet is drawn once for each student and seed. It stays as it was printed, whatever is handed in later.
"""

import contextlib
import json
import logging
import traceback
from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError, Executor, Future, as_completed
from pathlib import Path

from grader.classes.job import Job, PlannedSubmission, Reply
from grader.classes.store import RESUMES, Store, write
from grader.classes.task import encode_task, run_task
from grader.core.errors import ClassError
from grader.core.result import Verdict
from grader.grading.submission.files import QUESTIONS, is_by_hand
from grader.questions.own_code.sheet import QuestionSheet, load_sheet, load_sheets, seed_hash


def folder_of(out: Path) -> Path:
    """Return the folder of the sheets in a folder of results."""
    return out / QUESTIONS


def stored_sheets(out: Path, seed: str) -> dict[str, QuestionSheet]:
    """Return the sheets that were drawn from a seed, by student; raise ClassError if one is damaged."""
    hashed = seed_hash(seed)
    return {sheet.student: sheet for sheet in load_sheets(folder_of(out)) if sheet.drawn_from == hashed}


def draw_sheets(
    job: Job, submissions: Sequence[PlannedSubmission], store: Store, seed: str, executor: Executor
) -> Generator[QuestionSheet | str | None, None, None]:
    """Draw the sheets of students who have none yet, and yield each when it is stored.

    None stands for a student whom there is nothing to ask, and a student's id for a sheet that a fault of ours prevents.

    Raises:
        ClassError: No sheet can be drawn here, or none can be stored.
    """
    tasks = {submission: _passed(store, submission.student) for submission in submissions}
    tasks = {submission: passed for submission, passed in tasks.items() if passed}
    yield from (None for _ in range(len(submissions) - len(tasks)))
    futures = {
        executor.submit(run_task, encode_task(job, submission, None, {"seed": seed, "passed": passed})): submission
        for submission, passed in tasks.items()
    }
    try:
        for future in as_completed(futures):
            yield _stored(_reply(future), futures[future].student, folder_of(store.folder))
    finally:
        for future in futures:
            future.cancel()


def _reply(future: Future[str]) -> Reply:
    try:
        reply: Reply = json.loads(future.result())
    except CancelledError as error:  # as in `pool`: not by us
        raise ClassError(f"the scheduler has ended or cannot be reached any more; {RESUMES}") from error
    except Exception:  # the executor's process has ended, or has lost the reply
        return {"fault": traceback.format_exc()}
    if "stop" in reply:
        raise ClassError(f"{reply['stop']}; {RESUMES}")
    return reply


def _stored(reply: Reply, student: str, folder: Path) -> QuestionSheet | str | None:
    if "fault" in reply:
        logging.getLogger(__name__).error("no sheet was drawn for %r:\n%s", student, reply["fault"])
        return student
    if reply["sheet"] is None:
        return None
    sheet = load_sheet(reply["sheet"])
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    write(folder / f"{sheet.submission}.{sheet.id}.json", (json.dumps(sheet.to_json()) + "\n").encode())
    return sheet


def _passed(store: Store, student: str) -> list[str]:
    """Return the exercises that a student's stored result says have passed."""
    exercises = (store.read(student) or {}).get("exercises", ())
    passed = [exercise["id"] for exercise in exercises if exercise["status"] == Verdict.PASS.value]
    return [exercise_id for exercise_id in passed if not is_by_hand(exercise_id)]
