"""Find and note where the learner is: the current exercise, what has passed, and the units that a check has finished."""

from collections.abc import Collection, Sequence

from grader.course.course import Course, Unit
from grader.course.lesson import first_points
from grader.learner import progress
from grader.learner.folder import Workspace
from grader.learner.progress import ByHandAnswer, Progress

ALL_PASSED = "All of it passed.\n\nNext: learn finish, to see what you have built"
"""The words after the last exercise of a course."""


def current_exercise(course: Course, workspace: Workspace) -> str | None:
    """Return the id of the current exercise; None if all but extra ones are passed.

    It is the exercise last checked, shown or hinted until that has passed, then the next one not passed.
    """
    noted = progress.load(workspace.state)
    is_open = noted.last in workspace.handed_out(course) and not noted.is_passed(noted.last)
    return noted.last if is_open else next_exercise(course, workspace)


def next_exercise(course: Course, workspace: Workspace) -> str | None:
    """Return the next exercise not passed after the last one, else the first not passed; None if all are passed.

    Extra exercises are passed by, and those that were not handed out. Those with a file come first.
    """
    noted = progress.load(workspace.state)
    ids, left = course.exercise_ids, open_exercises(course, noted, workspace.handed_out(course))
    last = ids.index(noted.last) if noted.last in ids else -1
    left.sort(key=lambda exercise_id: ids.index(exercise_id) <= last)
    return next(filter(workspace.submission.has, left), next(iter(left), None))


def last_exercise(course: Course, workspace: Workspace) -> str | None:
    """Return the exercise last checked, shown or hinted, passed or not; None if there is none yet."""
    last = progress.load(workspace.state).last
    return last if last in course.exercise_ids else None


def next_command(course: Course, workspace: Workspace) -> str:
    """Return the command that the learner needs next: to check the current exercise if that failed, else to see it."""
    current = current_exercise(course, workspace)
    if current is None:
        return "learn status"
    verb = "check" if progress.load(workspace.state).standing(current).failed_checks else "show"
    return f"learn {verb} {current.rpartition('/')[2]}"


def record_current(workspace: Workspace, exercise_id: str) -> None:
    """Make an exercise the current one, if progress can be saved."""

    def change(noted: Progress) -> None:
        noted.last = exercise_id

    if progress.load(workspace.state).last != exercise_id:
        progress.update(workspace.state, change)


def is_question_open(course: Course, noted: Progress, exercise_id: str) -> bool:
    """Return whether a question to answer by hand is still to be asked: before the first check, or the rest of a task."""
    standing, data = noted.standing(exercise_id), course.data(exercise_id)
    if not (asked := data.get("by_hand")) or standing.by_hand or noted.is_passed(exercise_id):
        return False
    words = course.words(exercise_id)
    first_checks = [check["name"] for check in data["checks"][: words.first]]
    if words.first == 0 or asked["check"] in first_checks:
        return standing.failed_checks == 0
    return standing.score >= first_points(words)  # it is about the rest of the task, which is shown later


def record_answer(workspace: Workspace, exercise_id: str, answer: ByHandAnswer) -> None:
    """Note whether the first answer to an exercise's question was right, or that there was none."""
    progress.update(workspace.state, lambda noted: noted.record_by_hand(exercise_id, answer))


def passed_exercises(course: Course, noted: Progress) -> list[str]:
    """Return the ids of the passed exercises in the course's order."""
    return [exercise_id for exercise_id in course.exercise_ids if noted.is_passed(exercise_id)]


def open_exercises(course: Course, noted: Progress, handed_out: Collection[str]) -> list[str]:
    """Return the ids of the exercises handed out and not passed, in the course's order; extra ones are left out."""
    return [name for name in course.main_ids if name in handed_out and not noted.is_passed(name)]


def finished_units(course: Course, before: Collection[str], now: Collection[str]) -> list[Unit]:
    """Return the units whose exercises have all passed now, and had not all passed before."""
    needed = {unit: set(unit.main_ids) for unit in course.units}
    return [unit for unit, ids in needed.items() if ids and ids <= set(now) and not ids <= set(before)]


def finish_words(units: Sequence[Unit]) -> str:
    """Return the sentences on finished units: their titles, and what the learner's code can do after the last."""
    titles = [f"“{unit.title}”" for unit in units]
    listed = " and ".join(filter(None, [", ".join(titles[:-1]), titles[-1]]))
    can = units[-1].then.can if units[-1].then else ""
    return f"You have finished {listed}. {can}".rstrip()
