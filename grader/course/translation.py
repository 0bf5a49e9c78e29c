"""Translations of a course: files in `exercises/i18n/<language>/`, laid over the texts that learners read.

No grade depends on them: results, reports and fingerprints are made from the course's own texts.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.core.shapes import Json
from grader.course import ENGLISH, Content

FOLDER = "i18n"
"""The folder in `exercises/` with a folder for each language."""
PICTURES = "pictures"
"""The folder of a language with the words on pictures, by module."""
CARDS, QUIZZES = "flashcards", "quiz"
"""The folders of a language with decks and quizzes, by their ids."""
TERMS = "terms"
"""The name of the glossary's file, without `.yaml`."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
"""A language's code as HTML has it (BCP 47), such as `de` or `pt-BR`."""
_NO_ZERO = re.compile(r"(?<![\w.])\.(?=\d)")


def full_numbers(text: str) -> str:
    """Write each number with a zero before the point: `.5` is an English habit."""
    return _NO_ZERO.sub("0.", text)


def languages(content: Content) -> list[str]:
    """Return the languages that a course has texts in, its own first."""
    folders = sorted((content.exercises / FOLDER).glob("*/"))
    return [ENGLISH, *(path.name for path in folders if LANGUAGE.match(path.name))]


def translated_path(content: Content, language: str, path: Path) -> Path | None:
    """Return the translation of a file in `exercises/`; None if there is none."""
    if language == ENGLISH:
        return None
    translated = content.exercises / FOLDER / language / path.relative_to(content.exercises)
    return translated if translated.is_file() else None


def translated_files(content: Content, language: str) -> list[Path]:
    """Return all files of a language; none for a course's own."""
    return [] if language == ENGLISH else sorted((content.exercises / FOLDER / language).rglob("*.*"))


@cache
def phrases(language: str) -> dict[str, str]:
    """Return the engine's own sentences in a language, by the English ones; empty if it has none."""
    path = Path(__file__).parent / "phrases" / f"{language}.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def translated_result(translation: Mapping[str, Json], result: ExerciseResult) -> ExerciseResult:
    """Return an exercise's result with the texts of its language file: title, names of checks, named mistakes."""
    names, mistakes = translation["checks"], translation["mistakes"]

    def read(check: CheckResult) -> CheckResult:
        named = check.mistake
        mistake = named._replace(**mistakes[named.name]) if named and named.name in mistakes else named
        message = check.message
        if check.verdict is Verdict.SKIPPED:  # it names another check
            message = re.sub(r"(?<=“).*(?=”)", lambda match: names.get(match[0], match[0]), message)
        return check._replace(name=names.get(check.name, check.name), mistake=mistake, message=message)

    return result._replace(title=translation["title"], checks=tuple(map(read, result.checks)))
