"""The phrases that all formats of the class report share."""

from collections.abc import Iterator, Sequence

from grader.core.escape import cut, line
from grader.core.result import Verdict
from grader.reports.class_report.answered import AnsweredFigures
from grader.reports.class_report.statistics import (
    BINS,
    ClassFigures,
    Edition,
    MistakeFigures,
    ScoreFigures,
    StudentGroup,
)

MAX_STUDENT = 80
MAX_TITLE = 160
MAX_DETAIL = 500
MINUTE, HOUR, DAY = 60, 3600, 86400

TROUBLES = {Verdict.FAIL: "fails in a way that no known mistake explains", Verdict.NOT_ATTEMPTED: "not attempted"}
"""Reasons why students have not passed, if no mistake is named; see also `ENDINGS`."""
ENDINGS = {
    Verdict.ERROR: ("raises an exception", "raise an exception"),
    Verdict.TIMEOUT: ("runs into the time limit", "run into the time limit"),
    Verdict.MEMORY: ("needs more memory than there is", "need more memory than there is"),
    Verdict.CRASH: ("ends the process", "end the process"),
    Verdict.OUTPUT: ("prints or returns too much", "print or return too much"),
    Verdict.FORBIDDEN: ("does what is not allowed", "do what is not allowed"),
    Verdict.UNREADABLE: ("has a file that cannot be opened", "have files that cannot be opened"),
    Verdict.INTERNAL: ("is not graded, a fault of the grader", "are not graded in full, a fault of the grader"),
}
"""Phrases for one submission and for several in which a check ended in another way than right or wrong."""

NO_RESULT = "nothing was handed in under their name"


def count(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def percent(part: int, whole: int) -> str:
    """Format a share in percent: 0 and 100 only if exact, empty if the whole is 0."""
    if not whole:
        return ""
    rounded = (200 * part + whole) // (2 * whole)
    if 0 < part < whole:
        rounded = min(99, max(1, rounded))
    return f"{rounded} %"


def number(value: float) -> str:
    """Format a median as a whole number or with one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def seconds(value: float) -> str:
    """Format seconds with three significant digits, or two decimals below 1 s."""
    return f"{value:.0f} s" if value >= 100 else f"{value:.1f} s" if value >= 10 else f"{value:.2f} s"


def bins() -> list[str]:
    """Return the label of each bin of the scores."""
    return [*(f"{low} to {low + 9} %" for low in range(0, 10 * (BINS - 1), 10)), "100 %"]


def scores(figures: ScoreFigures) -> str:
    """Return a sentence on the median score."""
    if figures.median_percent is None:
        return "There are no points to earn in these results."
    if figures.median_points is not None:
        middle = f"{number(figures.median_points)} of {count(figures.max_score or 0, 'point', 'points')}"
    else:
        middle = f"{number(figures.median_percent)} % of the points"
    everything = figures.bins[-1]
    return f"The median is {middle}; {everything or 'nobody'} {'have' if everything > 1 else 'has'} all of them."


def lateness(late_seconds: int | None) -> str:
    """Format a delay in its largest unit; empty if it is unknown."""
    if not late_seconds:
        return ""
    for size, unit in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if late_seconds >= size:
            return count(late_seconds // size, unit, f"{unit}s")
    return "less than a minute"


def trouble(group: StudentGroup) -> str:
    """Describe the trouble that a group of students has in common."""
    if group.title:
        return title(group.title if not group.trouble.is_partial else f"One of the mistakes here: {group.title}")
    if group.trouble.obstacle:
        return title(f"the file {group.trouble.obstacle}")
    verdict = group.trouble.verdict
    words = TROUBLES[verdict] if verdict in TROUBLES else ENDINGS[verdict][0]
    return f"{words}: {title(group.trouble.check)}" if group.trouble.check else words


def name(student: str) -> str:
    """Return a student's id in one line of limited length."""
    return cut(line(student), MAX_STUDENT)


def title(text: str) -> str:
    """Return the title of a mistake, or the name of a check, in one line of limited length."""
    return cut(line(text), MAX_TITLE)


def mistake(figures: MistakeFigures) -> str:
    """Return the title of a mistake; with the number of students who have more wrong than this, if there are any."""
    others = f" ({figures.beside_others} of {figures.who.size} with others)" if figures.beside_others else ""
    return f"{title(figures.title)}{others}"


def names(students: Sequence[str], most: int, room: int = MAX_STUDENT) -> tuple[list[str], int]:
    """Return the first ids and the number of the others; one id more than `most` is listed as well."""
    listed = students if len(students) <= most + 1 else students[:most]
    return [cut(line(student), room) for student in listed], len(students) - len(listed)


def edition(figures: Edition) -> str:
    """Describe the version of the course and the grader."""
    course = figures.course
    stamp = f"{cut(line(course.id), MAX_STUDENT)} {course.version} ({line(course.sha256)[:7]})"
    return f"course {stamp}, Token by Token {cut(line(figures.tool_version), MAX_STUDENT)}"


def warnings(figures: ClassFigures) -> list[str]:
    """Return sentences on problems that may make the figures wrong."""
    sentences = []
    if len(figures.editions) > 1:
        sentences.append(
            f"The results are not all of the same edition of the course and the grader, but of {len(figures.editions)}, "
            "and should not be compared. Grade again to have all of one."
        )
    if figures.left_out.size:
        sentences.append(
            f"{count(figures.left_out.size, 'file is', 'files are')} left out of all figures, since "
            f"{'it is no result' if figures.left_out.size == 1 else 'they are no results'} of this class that can be used."
        )
    if figures.unconfined:
        sentences.append(
            f"{count(figures.unconfined, 'result was', 'results were')} made without strict confinement: the code could "
            "have read files of this machine and other students' work."
        )
    return sentences


def _explained(students: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{name(student)} ({cut(line(why), MAX_DETAIL - MAX_STUDENT)})" for student, why in students)


def _answered(figures: AnsweredFigures) -> Iterator[tuple[str, tuple[str, ...]]]:
    if figures.asked:
        sentence = (
            f"Of {count(figures.asked, 'question', 'questions')} on functions that pass, {figures.right} "
            f"{'was' if figures.right == 1 else 'were'} answered rightly, {figures.wrong} not, and {figures.empty} left empty."
        )
        talk = " Talk to these students; a wrong answer does not say why." if figures.wrong else ""
        yield f"{sentence}{talk}", _explained(figures.unsaid)
    if figures.quiz_count:
        sentence = count(figures.quiz_count, "student has", "students have")
        yield f"{sentence} handed in quizzes and drills, which are practice.", _explained(figures.quizzes)


def notes(figures: ClassFigures) -> list[tuple[str, tuple[str, ...]]]:
    """Return further problems for the teacher: a sentence each, and the students concerned, with details."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    if figures.missing.size:
        sentence = count(figures.missing.size, "student on the roster has", "students on the roster have")
        rows.append((f"{sentence} no result: {NO_RESULT}.", figures.missing.listed))
    if figures.late.size:
        late = tuple(
            name(late.student) + (f" (by {lateness(late.seconds)})" if late.seconds else "")
            for late in figures.late.listed
        )
        rows.append((f"{count(figures.late.size, 'submission is', 'submissions are')} late.", late))
    if figures.decided.size:
        sentence = count(figures.decided.size, "total is", "totals are")
        made = f"{sentence} made by hand or by lateness; all other figures are of the results."
        rows.append((made, _explained(figures.decided.listed)))
    if figures.overtaken.size:
        sentence = count(figures.overtaken.size, "decision was", "decisions were")
        rows.append((f"{sentence} made about a score that has changed.", figures.overtaken.listed))
    for verdict, who in figures.ended:
        one, many = ENDINGS[verdict]
        rows.append((f"{count(who.size, f'submission {one}', f'submissions {many}')}.", who.listed))
    if figures.unusable.size:
        sentence = count(figures.unusable.size, "submission has", "submissions have")
        rows.append((f"{sentence} a file that cannot be used as it is.", _explained(figures.unusable.listed)))
    if figures.unclear.size:
        sentence = count(figures.unclear.size, "submission has", "submissions have")
        rows.append((f"{sentence} files that may be meant and are not graded.", _explained(figures.unclear.listed)))
    rows += _answered(figures.answered)
    if figures.strangers.size:
        sentence = count(figures.strangers.size, "submission belongs", "submissions belong")
        rows.append((f"{sentence} to nobody on the roster used for grading.", figures.strangers.listed))
    return rows
