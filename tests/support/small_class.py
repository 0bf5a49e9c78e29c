"""Submissions of a small class for the tiny course, right and wrong in different ways."""

from __future__ import annotations

from pathlib import Path

from workplace import TINY


def hand_in(folder: Path, students: list[str]) -> None:
    """Write the submission of each student: every third one is right, one is wrong, one is not finished."""
    for number, student in enumerate(students):
        own = folder / student
        own.mkdir(parents=True)
        if number % 3 != 1:
            (own / "total.py").write_bytes((TINY / "solutions/small/total.py").read_bytes())
        if number % 3 == 0:
            (own / "scale.py").write_bytes((TINY / "solutions/small/scale.py").read_bytes())
        else:
            (own / "scale.py").write_text(f"def scale(logits, temperature):\n    return logits * {number}\n", "utf-8")


def everything_in(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder, by its path there; how long things took is left out."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {name.as_posix(): path.read_bytes() for name, path in files.items() if name.parts[0] != "seconds"}
