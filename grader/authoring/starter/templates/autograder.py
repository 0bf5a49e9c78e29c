"""Grade a submission in Classroom 50 with the Token by Token that requirements.txt beside this file installs.

Classroom 50 publishes this file, so it holds no secrets. It runs in the folder of a submission and imports nothing from
there: a learner's file named `random.py` must not become part of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

EXERCISES: tuple[str, ...] = ()
"""The names of the exercises that count; the whole course, if empty."""

HERE = Path(__file__).resolve().parent
REPLACED = ("result.json", "release-body.md")
"""The files that the runner reads from the submission's folder after grading; a learner may have committed some."""


def main() -> int:
    """Grade and write result.json; return 0 unless grading itself failed, whatever the score is."""
    for name in REPLACED:
        _remove(Path(name))
    ran = subprocess.run(
        [_installed(), "-I", "-m", "grader", "grade", ".", "--format", "classroom50", *_chosen()],
        env=_environment(),
        stdout=subprocess.PIPE,
        check=False,
    )
    if ran.returncode == 0:
        with Path("result.json").open("xb") as file:
            file.write(ran.stdout)
    return ran.returncode


def _installed() -> str:
    """Install the grader into a virtual environment, and return the path of its Python."""
    folder = HERE / ".venv"
    if not folder.exists():
        subprocess.run([sys.executable, "-I", "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "-r", str(HERE / "requirements.txt")]
    subprocess.run([python, "-I", "-m", "pip", "install", *options], cwd=HERE, check=True)
    return python


def _chosen() -> list[str]:
    return [word for name in EXERCISES for word in ("--exercise", name)]


def _environment() -> dict[str, str]:
    """Return the runner's environment, with the variables that older runners do not set."""
    given = {name: value for name, value in os.environ.items() if value and name != "LEARN_COURSE"}
    older = {
        "OWNER": given.get("USERNAME", ""),
        "REVIEW_URL": given.get("COMMIT_URL", ""),
        "ASSIGNMENT_TYPE": "individual",
    }
    return {**older, **given}


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
