"""`learn grade`: grade a submission for the record."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import course_option, format_option


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@format_option("json", "text", "junit", "md", "github")
@click.option("--student", help="Whose submission it is; written into the result.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="What random inputs are drawn from."
)
@click.option("--exercise", "exercises", multiple=True, help="Only this exercise; can be given several times.")
@course_option
def grade(
    folder: Path,
    format_name: str,
    student: str | None,
    seed: int,
    exercises: tuple[str, ...],
    course_folder: Path | None,
) -> None:
    """Grade the submission in FOLDER.

    The files may lie flat (name.py) or as in a workspace (exercises/unit/name.py). Exit code 0
    whatever the score is: it says that grading was completed.
    """
    from grader import content
    from grader.course import Course
    from grader.grading import grade as grade_submission
    from grader.reports import render
    from grader.starting import starter
    from grader.submission import Submission

    course = Course(content.find(course_folder))  # grades of record never rest on a cache
    ids = list(dict.fromkeys(map(course.find, exercises))) or course.exercise_ids
    processes = starter()
    try:
        result = grade_submission(
            course, Submission(folder.resolve()), processes, exercise_ids=ids, student=student, seed=seed
        )
    finally:
        processes.close()
    click.echo(render(format_name, result), nl=False)


COMMAND = grade
