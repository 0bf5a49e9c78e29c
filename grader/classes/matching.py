"""Decide whose each submission is: by what the platform guarantees first, by what students choose last.

A submission that may be somebody else's is set aside and named. The others are graded.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.classes.discover import FoundSubmission
from grader.classes.roster import Roster, Student
from grader.core.escape import line
from grader.core.result import SEVERAL

MARKS = "-_ "
"""Separators between the name of an assignment and that of its student, as in `hw1-ada`."""


class Matched(NamedTuple):
    """A class: each student with their submission, students without one, and names that are not on the roster."""

    submissions: tuple[tuple[Student, FoundSubmission], ...]
    missing: tuple[Student, ...] = ()
    unknown: tuple[str, ...] = ()
    perhaps: Mapping[str, str] = {}
    """For ids of missing students, where something lies that may be theirs."""


class Owner(NamedTuple):
    """Whose a submission is, or whose it may be where that is uncertain."""

    student: Student | None
    perhaps: tuple[Student, ...] = ()
    is_guess: bool = False
    """Whether only an end of a name says so, as in `x-ada`: anybody may have an account of that name."""


def match(submissions: Sequence[FoundSubmission], roster: Roster | None, unread: Sequence[str] = ()) -> Matched:
    """Assign each submission to a student; one that matches nobody on the roster keeps its own name as the id.

    Two submissions of one student are both set aside, since nobody can tell here which of them is meant.

    Args:
        submissions: The submissions.
        roster: The class; without it, names are ids.
        unread: Names of files that are no submissions, but that a missing student may have handed in.
    """
    owners = _owners(submissions, roster) if roster else [Owner(Student(name)) for name in _own_ids(submissions)]
    by_id: dict[str, list[tuple[Student, FoundSubmission]]] = {}
    unknown: list[str] = []
    maybe: dict[str, list[str]] = {}
    for submission, owner in zip(submissions, owners, strict=True):
        student = owner.student or Student(_stranger_id(submission, roster))
        if owner.student is None:
            unknown.append(student.id)
        for candidate in owner.perhaps:
            maybe.setdefault(candidate.id, []).append(submission.place)
        by_id.setdefault(student.id.casefold(), []).append((student, submission))
    matched = tuple(_set_aside(same) if len(same) > 1 else same[0] for same in by_id.values())
    known = {student.id for student, _ in matched}
    missing = tuple(student for student in (roster.students if roster else ()) if student.id not in known)
    for owner, name in ((_of_name(name.partition(".")[0], roster, ""), name) for name in unread) if roster else ():
        for student in filter(None, (owner.student, *owner.perhaps)):
            maybe.setdefault(student.id, []).append(line(name))
    perhaps = {student.id: ", ".join(maybe[student.id]) for student in missing if student.id in maybe}
    return Matched(matched, missing, tuple(unknown), perhaps)


def _set_aside(same: Sequence[tuple[Student, FoundSubmission]]) -> tuple[Student, FoundSubmission]:
    student, first = same[0]
    places = " and ".join(submission.place for _, submission in same)
    quantity = "both" if len(same) == 2 else "all"
    obstacle = f"{places} are {quantity} of this student; take out all but one"
    return student, first._replace(obstacle=obstacle, kind=SEVERAL)


def _own_ids(submissions: Sequence[FoundSubmission]) -> Iterator[str]:
    """Yield ids from the names alone: Canvas's number, which is also its gradebook's; otherwise the name."""
    numbers: dict[str, set[str]] = {}
    for submission in submissions:
        numbers.setdefault(submission.name.casefold(), set()).add(submission.label.number)
    certain = {submission.label.number for submission in submissions if not submission.label.other_number}
    for submission in submissions:
        label = submission.label
        is_namesake = label.number and len(numbers[submission.name.casefold()]) > 1
        if label.platform == "canvas":
            # The first of two numbers may be a part of a name that somebody chose.
            yield (
                f"{label.number}_{label.other_number}"
                if label.other_number and label.number in certain
                else label.number
            )
        else:
            yield f"{submission.name}_{submission.label.number}" if is_namesake else submission.name


def _stranger_id(submission: FoundSubmission, roster: Roster | None) -> str:
    """Return an id for a submission of nobody on the roster, and never one that is on it."""
    name = "_".join(filter(None, (submission.name, submission.label.number)))
    while roster and roster.by_id(name):
        name = f"{name}~"
    return name


def _owners(submissions: Sequence[FoundSubmission], roster: Roster) -> list[Owner]:
    numbers = {submission.label.platform for submission in submissions if roster.by_id(submission.label.number)}
    common = _common_affix([submission.name for submission in submissions if not submission.label.platform], roster)
    owners = [
        _of_platform(submission, roster, has_numbers=submission.label.platform in numbers)
        if submission.label.platform
        else _of_name(submission.name, roster, common)
        for submission in submissions
    ]
    certain = {owner.student for owner in owners if not owner.is_guess}
    return [Owner(None) if owner.is_guess and owner.student in certain else owner for owner in owners]


def _of_platform(submission: FoundSubmission, roster: Roster, *, has_numbers: bool) -> Owner:
    """Return whose a platform's folder or file is."""
    label = submission.label
    numbered = _different(roster.by_id(label.number), roster.by_id(label.other_number))
    named = roster.named(label.name)
    if label.platform != "moodle":
        # Where the roster has the platform's numbers, names, which students can choose, decide nothing.
        return _only(numbered if numbered or has_numbers else named)
    if known := roster.by_number(label.number):  # of the worksheet of this assignment
        return Owner(known)
    # Otherwise Moodle's number is of the assignment only. It decides between namesakes, and never against the name.
    agreed = tuple(student for student in numbered if student in named)
    return _only(agreed or _different(*numbered, *named))


def _only(students: tuple[Student, ...]) -> Owner:
    return Owner(students[0]) if len(students) == 1 else Owner(None, students)


def _different(*students: Student | None) -> tuple[Student, ...]:
    return tuple(dict.fromkeys(student for student in students if student))


# --- clones and other folders -------------------------------------------------------------------


def _of_name(name: str, roster: Roster, common: str) -> Owner:
    """Return whose a folder is, by all of its name or by an end of it, as in `hw1-ada`."""
    if whole := roster.named_by(name):
        return _only(whole)
    affixes = _affixes(name, roster)
    if usual := _different(*(student for student, affix in affixes if affix == common)):
        return _only(usual)
    students = _different(*(student for student, _ in affixes))
    # `autumn-evil-ada` among `autumn-ada` and `autumn-bo` is of somebody called `evil-ada`.
    has_more = any(common and (affix.startswith(common) or affix.endswith(common)) for _, affix in affixes)
    return Owner(None, students) if has_more else _only(students)._replace(is_guess=True)


def _affixes(name: str, roster: Roster) -> list[tuple[Student, str]]:
    """Return each student whose id or username a name begins or ends with, and the rest of the name."""
    folded = name.casefold()
    affixes = []
    for place, character in enumerate(folded):
        if character in MARKS:
            affixes += [(student, folded[: place + 1]) for student in roster.short_named(folded[place + 1 :])]
            affixes += [(student, folded[place:]) for student in roster.short_named(folded[:place])]
    return affixes


def _common_affix(names: Sequence[str], roster: Roster) -> str:
    """Return what most folders have before or after their student's name, if at least two have it."""
    counted = Counter(affix for name in names for affix in {affix for _, affix in _affixes(name, roster)})
    return next((affix for affix, count in counted.most_common(1) if count > 1), "")
