"""Where things are: in a checkout, or in an installed package whose sources are away."""

from __future__ import annotations

from pathlib import Path

import grader
from grader.course import find
from grader.course.course import Course

ROOT = Path(__file__).parents[2]
"""The checkout, or what is left of it: tests, docs, examples."""
SUPPORT = Path(__file__).parent
"""The folder of modules that tests share."""
DATA = ROOT / "tests" / "data"
"""The folder of files that tests read: courses, submissions, golden reports."""
CORPUS = ROOT / "tests" / "corpus"
"""Right, wrong and first attempts, labeled: data to measure names with, not tests."""
PACKAGE = Path(grader.__file__).parent
"""The engine's own files."""
COURSE_FOLDER = find().exercises.parent
"""The folder that holds the course's exercises/ and solutions/."""
COURSE = Course(find())
"""The course, one for all tests that only read it: what one of them has loaded, no other loads again."""
