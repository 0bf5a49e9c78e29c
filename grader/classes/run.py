"""Grade a class as its assignment says, into its folder of results."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from grader.classes.assignment import ClassAssignment
from grader.classes.deadlines import load_deadlines, load_submitted
from grader.classes.discover import FoundSubmission, unread_names
from grader.classes.job import Job, SummaryLine
from grader.classes.matching import Matched, match
from grader.classes.plan import choose_seed, plan_submissions
from grader.classes.pool import GradingPool, grade_class, processors
from grader.classes.roster import load_roster
from grader.classes.store import Store
from grader.core.errors import ClassError
from grader.core.result import describe_lateness
from grader.core.shapes import JsonObject
from grader.reports.document import STUDENTS, read, read_document
from grader.reports.gradebook import Entry

ASSIGNMENT, EXERCISES, SEED = "assignment", "exercises", "seed"
"""Keys of a folder's settings: the name of the assignment's file, the ids that it names, the seed."""
MAX_FILES = 3
"""The most files that a note names."""


class ClassRun(NamedTuple):
    """A class that was graded."""

    matched: Matched
    lines: tuple[SummaryLine, ...]
    """A line for each submission, sorted by student."""
    others: tuple[str, ...]
    """Students whose results are in the folder, and who are not of this run."""
    strange_lines: tuple[str, ...]
    """Sentences on lines of the tables about nobody in the class."""

    def read_entries(self, folder: Path, points: int | None) -> list[Entry]:
        """Return a row of the gradebook for each student, those without a submission as well."""
        store = Store(folder)
        submissions = {student.id: (student, found) for student, found in self.matched.submissions}
        strangers = set(self.matched.unknown)
        entries: list[Entry] = []
        for row in self.lines:
            student, found = submissions[row.student]
            document = read_document(store.path(student.id)) if row.max_score else None
            entries.append(
                Entry(
                    student.id,
                    read(document) if document else None,
                    student.name,
                    student.email,
                    student.username,
                    late="" if row.has_no_time else describe_lateness(row.late_seconds) if row.is_late else "no",
                    status="" if document else row.status,
                    note=_note(row, document) if document else "",
                    out_of=points,
                    is_on_roster=student.id not in strangers,
                    number=found.label.number if found.label.platform == "moodle" else student.number,
                )
            )
        for student in self.matched.missing:
            note = f"{self.matched.perhaps[student.id]} may be theirs" if student.id in self.matched.perhaps else ""
            entries.append(
                Entry(
                    student.id,
                    None,
                    student.name,
                    student.email,
                    student.username,
                    note=note,
                    out_of=points,
                    number=student.number,
                )
            )
        return entries


def grade_assignment(
    assignment: ClassAssignment,
    results: Path,
    found: Sequence[FoundSubmission],
    job: Job,
    open_executor: Callable[[int], contextlib.AbstractContextManager[tuple[Executor, int]]],
    track: Callable[[Iterable[SummaryLine], int], Iterable[SummaryLine]],
) -> ClassRun:
    """Grade the submissions that were found into the folder of results.

    Args:
        assignment: Its tables are read before anything is graded.
        results: The folder.
        found: The submissions of the assignment.
        job: The settings of grading.
        open_executor: Yields, for a number of tasks, what runs them and how many at once.
        track: Shows the progress of that number of lines.

    Raises:
        ClassError: A table cannot be used, the folder has the results of something else, or nothing can be graded.
    """
    roster = load_roster(assignment.roster) if assignment.roster else None
    deadlines = load_deadlines(assignment.deadlines) if assignment.deadlines else None
    submitted = load_submitted(assignment.submitted) if assignment.submitted else None
    matched = match(found, roster, unread_names(assignment.submissions))
    store = Store(results)
    with store.locked():
        noted = store.settings()
        refuse_other_results(assignment, results, noted)
        seed = choose_seed(assignment.seed, noted.get(SEED))
        planned = plan_submissions(matched, seed, deadlines, submitted)
        students = [submission.student for submission in planned]
        store.note_settings(
            {
                ASSIGNMENT: assignment.name,
                EXERCISES: list(assignment.exercises),
                SEED: seed,
                STUDENTS: students,
            }
        )
        with open_executor(len(planned)) as (executor, count):
            graded = grade_class(job, planned, store, executor, count)
            # Ctrl-C may come while the generator is suspended; closing it cancels its tasks
            with contextlib.closing(graded):
                lines = sorted(track(graded, len(planned)), key=lambda row: row.student)
        others = store.others(students)
    everybody = [*students, *(student.id for student in matched.missing)]
    strange_lines = [sentence for times in (deadlines, submitted) if times for sentence in times.strangers(everybody)]
    return ClassRun(matched, tuple(lines), tuple(others), tuple(strange_lines))


def refuse_other_results(assignment: ClassAssignment, folder: Path, noted: JsonObject) -> None:
    """Raise ClassError if a folder has the results of another assignment, or of other exercises."""
    name, ids = noted.get(ASSIGNMENT), noted.get(EXERCISES)
    if name and assignment.name:  # of its own, an assignment may change the exercises
        if name != assignment.name:
            raise ClassError(f"{folder}: has the results of {name}; write another folder after `results:`")
    elif isinstance(ids, list) and set(ids) != set(assignment.exercises):
        there, wanted = (", ".join(map(str, names)) or "all exercises" for names in (ids, assignment.exercises))
        raise ClassError(f"{folder}: has the results of {there}, not of {wanted}; give another folder for these")


@contextlib.contextmanager
def open_executor(jobs: int, scheduler: str | None, tasks: int) -> Iterator[tuple[Executor, int]]:
    """Yield an executor, a cluster or a pool of processes here, and how many tasks it runs at once."""
    if scheduler is None:
        count = jobs or processors()
        with GradingPool(min(count, max(tasks, 1))) as pool:
            yield pool, count
        return
    from grader.classes.cluster import connected  # dask, for few classes

    with connected(scheduler) as cluster:
        yield cluster


def _note(row: SummaryLine, document: JsonObject) -> str:
    """Return what the teacher should know of a submission's files."""
    facts = document["submission"]
    reasons = facts["unclear"] or ([row.look_at] if row.is_unreadable else [])
    places = facts["misplaced"] or ()
    more = f" and {len(places) - MAX_FILES} more" if len(places) > MAX_FILES else ""
    renamed = [f"found as {', '.join(places[:MAX_FILES])}{more}"] if places else []
    return "; ".join([*reasons, *renamed])
