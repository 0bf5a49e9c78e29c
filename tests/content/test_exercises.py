"""The shipped course passes its own gate."""

from __future__ import annotations

import pytest
from places import COURSE

from grader.authoring.validate import inspect_course, unexpected_files
from grader.sandbox.launcher import Launcher


@pytest.mark.slow
def test_an_exercise_passes_the_gate(processes: Launcher) -> None:
    report = inspect_course(COURSE, processes, ["scores/softmax_by_hand"])  # `learn author check` inspects all
    assert report.problems == []
    assert report.counts["exercise"] == 1
    assert report.counts["mistake"] >= 11


def test_no_file_is_left_over() -> None:
    assert list(unexpected_files(COURSE)) == []


@pytest.mark.parametrize("exercise_id", COURSE.exercise_ids)
def test_an_exercise_names_its_schema_for_editors_and_its_sources(exercise_id: str) -> None:
    text = (COURSE.content.exercises / f"{exercise_id}.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../docs/schema/exercise.schema.json\n")
    assert all(source.title for source in COURSE.exercise(exercise_id).sources)
