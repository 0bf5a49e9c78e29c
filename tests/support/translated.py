"""Courses with a German translation: the example `checksums`, which is complete, and the tiny course, of which a part is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import ROOT
from workplace import TINY

CHECKSUMS = ROOT / "examples" / "checksums"
TOTAL = """\
title: Zahlen addieren
task: |
  Gib die Summe der Werte als Zahl zurück; die Summe von keinen ist 0.
hints: [Denk nach., Denk noch einmal nach., "Schreib, was die Aufgabe sagt."]
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
"""
COURSE = """\
units:
  small:
    title: Kleine Dinge
"""


def checksums(folder: Path) -> Path:
    """Copy the example course into a new folder and return it; skip where there is no checkout."""
    if not CHECKSUMS.is_dir():
        pytest.skip("the examples are in the checkout only")
    return Path(shutil.copytree(CHECKSUMS, folder, ignore=shutil.ignore_patterns("__pycache__", ".learn")))


def translated_course(folder: Path) -> Path:
    """Copy the tiny course into a folder with a translation of one exercise and of its unit; return the folder."""
    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    german = folder / "exercises" / "i18n" / "de"
    (german / "small").mkdir(parents=True, exist_ok=True)
    (german / "course.yaml").write_text(COURSE, "utf-8")
    (german / "small" / "total.yaml").write_text(TOTAL, "utf-8")
    return folder
