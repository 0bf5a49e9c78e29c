"""The tiny course with a translation of one exercise, of its unit and of a page."""

from __future__ import annotations

import shutil
from pathlib import Path

from workplace import TINY

from grader.authoring.translated_texts import NOTES, new_notes, written
from grader.course import Content
from grader.course.course import Course

TOTAL = """\
title: Zahlen addieren
task: |
  Gib die Summe der Werte als Zahl zurück; die Summe von keinen ist 0.
hints: [Denk nach., Denk noch einmal nach., Schreib, was die Aufgabe sagt.]
checks:
  a sum: eine Summe
explain: |
  Das war alles.
mistakes:
  mean:
    title: Die Summe wird durch die Anzahl geteilt.
    words: Das ist der Mittelwert. Wie nennt die Aufgabe das Ergebnis?
  largest:
    title: Der größte Wert wird zurückgegeben.
    words: Ein Wert ist nicht die Summe aller. Benutze jeden Wert einmal.
""".replace("Schreib, was die Aufgabe sagt.", '"Schreib, was die Aufgabe sagt."')
COURSE = """\
units:
  small:
    title: Kleine Dinge
"""


def translated_course(folder: Path, *, total: str = TOTAL, course: str = COURSE) -> Path:
    """Copy the tiny course into a folder with a German translation of its present texts; return the folder."""
    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    german = folder / "exercises" / "i18n" / "de"
    (german / "small").mkdir(parents=True, exist_ok=True)
    (german / "course.yaml").write_text(COURSE, "utf-8")
    (german / "small" / "total.yaml").write_text(TOTAL, "utf-8")
    notes = new_notes(Course(Content(folder / "exercises", folder / "solutions")), "de")
    (german / NOTES).write_bytes(written(notes))
    (german / "course.yaml").write_text(course, "utf-8")
    (german / "small" / "total.yaml").write_text(total, "utf-8")
    return folder
