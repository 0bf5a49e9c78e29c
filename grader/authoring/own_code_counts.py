"""Count the questions about one's own code that an exercise can ask, with its solution as the learner's file."""

import re
import tempfile
from collections import Counter
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

from grader.course import find
from grader.course.course import Course
from grader.grading.prepared import prepare
from grader.grading.submission.folder import Submission
from grader.questions.own_code.bench import Bench, NoQuestionsError
from grader.questions.own_code.kinds import kinds
from grader.sandbox.examine import open_launcher

MOST = 3
"""The questions of a kind that are counted: more are never asked together."""
RELATIVE = re.compile(r"^from \.+(?:\w+\.)?(\w+) import", re.MULTILINE)
"""Imports between solutions; learners' files import one another by name."""
GIVEN = "given_"
"""The beginning of the names of copies that solutions import; under its own name, a file lends its exercise's functions only."""


def question_counts(folder: Path | None, exercise_id: str) -> str:
    """Return how many questions of which kinds there are, up to three of each, and why there are none of the others."""
    course = Course(find(folder))
    with closing(open_launcher()) as launcher, tempfile.TemporaryDirectory() as place:
        for path in sorted(course.content.solutions.rglob("*.py")):
            if not re.search(r"_(mistakes|checks)$", path.stem):
                text = RELATIVE.sub(rf"from {GIVEN}\1 import", path.read_text("utf-8"))
                for name in (path.name, GIVEN + path.name):
                    (Path(place) / name).write_text(text, "utf-8")
        prepared, stub = prepare(course, course.exercise(exercise_id)), course.stub(exercise_id).read_text("utf-8")
        try:
            bench = Bench(launcher, prepared, Submission(Path(place)), "0", stub)
        except NoQuestionsError as error:
            return f"{exercise_id}: no questions: {error}"
        if not bench.runs:
            return f"{exercise_id}: no questions: no call of its checks is short enough to be read"
        if not any(run.outcomes for run in bench.runs):
            return f"{exercise_id}: no questions: its solution cannot be loaded on its own, or makes no call in time"
        asked = {name: chain(kind.questions(bench), kind.spare(bench)) for name, kind in kinds().items()}
        found = Counter({name: sum(1 for _ in islice(questions, MOST)) for name, questions in asked.items()})
    listed = ", ".join(f"{count} {name}" for name, count in found.items() if count)
    lacking = [f"no {name}: {kinds()[name].lacks}" for name, count in found.items() if not count]
    return f"{exercise_id}: {'; '.join([listed or 'no questions', *lacking])}"
