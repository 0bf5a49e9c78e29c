"""Load the language files of a translation; report all errors of a file at once, each with its line."""

from dataclasses import field, fields
from pathlib import Path

from grader.core.shapes import JsonObject, yaml_model
from grader.course import shown_path
from grader.course.translation import CARDS, PICTURES, QUIZZES, TERMS
from grader.files.yaml_load import load_as


@yaml_model
class TranslatedMistake:
    """The text for learners who make a mistake, in place of its docstring."""

    title: str
    """The docstring's first line: what the wrong version does."""
    words: str
    """The rest: why that is wrong, and what to look at next."""


@yaml_model
class TranslatedExercise:
    """The texts of one exercise in another language: all of them, with the same figures and code."""

    title: str
    """The title that learners see in lists."""
    task: str
    """The task, in Markdown, with the same paragraphs."""
    hints: tuple[str, ...]
    """The hints, as many as there are in English."""
    checks: dict[str, str]
    """The name of each check, by its English name."""
    explain: str
    """The explanation after passing, in Markdown."""
    mistakes: dict[str, TranslatedMistake]
    """The text of each mistake, by the name of its function."""


@yaml_model
class TranslatedUnit:
    """The texts of a unit in course.yaml."""

    title: str
    """The title that learners see."""
    can: str = ""
    """The sentences on what their code can do now, for learners who have passed all of its exercises."""


@yaml_model
class TranslatedCourse:
    """The texts of course.yaml in another language."""

    units: dict[str, TranslatedUnit]
    """Each unit, by its id."""


@yaml_model
class TranslatedPictures:
    """The words on the pictures of one module in another language."""

    pictures: dict[str, dict[str, str]]
    """For each picture, by the name of its function: its texts, by the English ones, with the same figures."""


@yaml_model
class TranslatedCard:
    """The texts of a flashcard."""

    front: str
    """The question, in one paragraph."""
    back: str
    """The answer."""


@yaml_model
class TranslatedDeck:
    """The texts of a deck of flashcards in another language: all of them, with the same figures and code."""

    title: str
    """The title that learners see."""
    cards: dict[str, TranslatedCard]
    """Each card, by its id."""


@yaml_model
class TranslatedQuestion:
    """The texts of one question of a quiz; its choices have the same keys as in English, in the same order."""

    question: str
    """The question, or the statement."""
    explanation: str
    """The text shown after every answer."""
    options: tuple[dict[str, str], ...] = ()
    """The options, each with `right` and `explain`, or `wrong` and `reveals`."""
    whys: tuple[dict[str, str], ...] = ()
    """The reasons of a statement, as `options`."""
    steps: tuple[dict[str, str], ...] = ()
    """The steps in the right order, each with `step` and, but for the first, `reveals`."""
    pairs: tuple[dict[str, str], ...] = ()
    """The pairs, each with `left`, `right` and `reveals`."""
    mistakes: dict[str, TranslatedMistake] = field(default_factory=dict)
    """Of a numeric question: the text of each mistake, by the name of its function."""
    misprint: str = ""
    """Of a numeric question: the sentence about what a lesson prints wrongly, if there is one."""
    working: dict[str, str] = field(default_factory=dict)
    """Of a numeric question: the names of the numbers on the way to the answer, by the English ones, without formulas."""


@yaml_model
class TranslatedQuiz:
    """The texts of a quiz in another language: all of them, with the same figures and code."""

    title: str
    """The title in lists."""
    about: str
    """One sentence: what it asks about."""
    questions: dict[str, TranslatedQuestion]
    """Each question, by its id."""


@yaml_model
class TranslatedTerm:
    """A term of the glossary."""

    name: str
    """The term."""
    means: str
    """Its definition, in one sentence."""


@yaml_model
class TranslatedTerms:
    """The glossary in another language."""

    terms: dict[str, TranslatedTerm]
    """Each term, by its English name."""


_MODELS = {
    "": TranslatedCourse,
    TERMS: TranslatedTerms,
    PICTURES: TranslatedPictures,
    CARDS: TranslatedDeck,
    QUIZZES: TranslatedQuiz,
}
"""The models of language files by their folders, or the name; all others are of exercises."""


def load_translation(name: str, path: Path) -> JsonObject:
    """Load a language file, named by its folder and its name without `.yaml`; return its data."""
    model: type = _MODELS.get(name if name == TERMS else name.rpartition("/")[0], TranslatedExercise)
    keys = ", ".join(f"`{key.name}:`" for key in fields(model))
    file, _ = load_as(model, path, shown_path(path), name="translation", keys=keys)
    return dict(file.data)
