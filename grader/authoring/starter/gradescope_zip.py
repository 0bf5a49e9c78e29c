"""Build the autograder that a teacher uploads to Gradescope: a zip file with setup.sh and run_autograder.

The file format, and where Gradescope unpacks it: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.authoring.starter.place import filled_templates
from grader.files.archive import stored_zip

TEMPLATES = Path(__file__).parent / "templates" / "gradescope-autograder"
"""setup.sh installs uv, since Gradescope's image has Python 3.10 only, and Python into /opt, since learners' processes
cannot read root's home."""


def build(
    install: Mapping[str, bytes], *, exercises: Iterable[str] = (), course: Mapping[str, bytes] | None = None
) -> bytes:
    """Return the zip file.

    Args:
        install: requirements.txt, which names one version of the grader, and the wheel if it names one.
        exercises: Ids of the exercises that count; all, if there are none.
        course: The files of another course by path, `exercises/…` and `solutions/…`.
    """
    options = ["--confine", "strict", *(word for exercise_id in exercises for word in ("--exercise", exercise_id))]
    files = {f"course/{path}": content for path, content in (course or {}).items()}
    written = " ".join(map(shlex.quote, options)) + (' --course "$here/source/course"' if course else "")
    packed = {**filled_templates(TEMPLATES, {"@OPTIONS@": written}), **install, **files}
    return stored_zip(packed, programs=("setup.sh", "run_autograder"))
