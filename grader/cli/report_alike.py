"""`learn report --alike`: which files of a class are equal, and which forms of right work are common; for the teacher only."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.classes.forms import FileForm, read_forms
from grader.classes.plan import SUBMISSIONS
from grader.core.errors import UserError
from grader.core.escape import line
from grader.course.course import Course
from grader.grading.submission.files import is_by_hand
from grader.grading.submission.form import text_form, tree_form
from grader.reports.document import Stored, read_results, result_files, settings_of_run

NO_VERDICT = """\
Files that are equal, as far as they can be read now; of what was graded at its deadline, that commit. This is no verdict: functions of ten lines are alike by nature, and a form
that much right work has says nothing.
"""
RIGHT = "tests/submissions"
"""The folder of a course with work that once got a wrong score; what is right begins with `right`."""


class KnownForms(NamedTuple):
    """The forms of an exercise's files in its course: the solution, the starter, and how often each right variant's occurs."""

    solution: FileForm
    starter: FileForm
    right: Counter[str]


def alike(results: Path, course: Course, folder: Path | None, names: Mapping[str, str]) -> str:
    """Return what is equal in the submissions of the last run into a folder of results; `names` are by id in lower case.

    Raises:
        UserError: The folder does not say where the submissions are, or they are of another course.
    """
    submissions = settings_of_run(results).get(SUBMISSIONS)
    if not isinstance(submissions, dict) or not submissions:
        raise UserError(f"{results}: nothing says where the submissions are; grade again with the same command")
    stored = [found for found in read_results(result_files(results)) if isinstance(found, Stored)]
    ids = dict.fromkeys(exercise.id for found in stored for exercise in found.result.exercises)
    coded = [exercise_id for exercise_id in ids if not is_by_hand(exercise_id)]
    if unknown := [exercise_id for exercise_id in coded if exercise_id not in course.exercise_ids]:
        raise UserError(f"{unknown[0]!r} is no exercise of the course {course.id!r}; name the course with --course")
    commits = {found.student: found.commit for found in stored}
    graded = {student: [*place, commits.get(student)] for student, place in submissions.items()}
    forms = read_forms(folder, coded, graded)
    called = {
        student: f"{line(student)} ({line(names[student.casefold()])})"
        for student in forms
        if student.casefold() in names
    }
    sections = [NO_VERDICT]
    for exercise_id in coded:
        found = {
            called.get(student, line(student)): own[exercise_id] for student, own in forms.items() if exercise_id in own
        }
        if rows := list(_sentences(found, _known(course, exercise_id))):
            sections.append(
                "\n".join([f"{course.words(exercise_id).title} ({exercise_id})", *(f"  {row}" for row in rows)]) + "\n"
            )
    unread = [line(student) for student in submissions if not forms.get(student)]
    sections += [f"Not read: {', '.join(sorted(unread))}.\n"] if unread else []
    return "\n".join(sections if len(sections) > 1 else [*sections, "No files are equal.\n"])


def _known(course: Course, exercise_id: str) -> KnownForms:
    solution = course.solutions.path(exercise_id).read_bytes()
    folder = course.content.exercises.parent / RIGHT / exercise_id.rpartition("/")[2]
    right = [solution, *(path.read_bytes() for path in sorted(folder.glob("right*.py")))]
    starter = course.stub(exercise_id).read_bytes()
    return KnownForms(_form(solution), _form(starter), Counter(map(tree_form, right)))


def _form(source: bytes) -> FileForm:
    return FileForm(text_form(source), tree_form(source))


def _sentences(found: Mapping[str, FileForm], known: KnownForms) -> Iterator[str]:
    """Yield a sentence for each group of students whose files are equal, or equal a file of the course."""
    worked = {student: form for student, form in found.items() if form.tree != known.starter.tree}
    if same := sorted(student for student, form in found.items() if form.tree == known.starter.tree):
        yield f"{', '.join(same)}: the starter, as it was handed out or but for names, comments and layout"
    for text, students in _groups({student: form.text for student, form in worked.items()}):
        exact = "exact copies" if len(students) > 1 else ""
        exact = "the reference solution, exactly" if text == known.solution.text else exact
        if exact:
            yield f"{', '.join(students)}: {exact}{_commonness(worked[students[0]], known)}"
    for tree, students in _groups({student: form.tree for student, form in worked.items() if form.tree}):
        is_solution = tree == known.solution.tree
        others = [student for student in students if not (is_solution and worked[student].text == known.solution.text)]
        if (others and is_solution) or len({worked[student].text for student in others}) > 1:
            what = "the reference solution" if is_solution else "equal"
            yield f"{', '.join(others)}: {what} but for names, comments and layout{_commonness(worked[others[0]], known)}"


def _groups(keys: Mapping[str, str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each key with its students, those with the most students first."""
    groups: dict[str, list[str]] = {}
    for student, key in sorted(keys.items()):
        groups.setdefault(key, []).append(student)
    yield from sorted(groups.items(), key=lambda group: -len(group[1]))


def _commonness(form: FileForm, known: KnownForms) -> str:
    return f"; {known.right[form.tree]} of the {known.right.total()} right variants known here have this form"
