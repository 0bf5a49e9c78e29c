"""The cheat sheet: the models. `cheat_sheet_file` loads it from YAML."""

from __future__ import annotations

from grader.core.yaml_model import yaml_model


@yaml_model
class Row:
    """One thing to know, or one line of a table; in a loaded sheet its text is put together and its figures are filled in."""

    term: str | None = None
    """What it is about; a card's question if it is left out."""
    text: str | None = None
    """What there is to know, as marked-up text; it comes after what is taken from an exercise or a card."""
    exercise: str | None = None
    """The id of the exercise whose objective is taken, or in a loaded sheet the one to look at."""
    card: str | None = None
    """The id of the card whose answer is taken."""
    sentences: int | None = None
    """How many sentences of the card's answer are taken; all if it is left out."""
    cells: tuple[str, ...] | None = None
    """The cells of a line of a table, from left to right."""


@yaml_model
class Section:
    """What belongs together: a list of things to know, or a table."""

    title: str
    """The heading."""
    rows: tuple[Row, ...]
    """From top to bottom."""
    columns: tuple[str, ...] = ()
    """The headings of a table's columns; without any it is a list."""
    note: str | None = None
    """What is said below."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""
    is_wide: bool = False
    """Whether it stands below the columns of the page, side by side with others like it."""


@yaml_model
class Sheet:
    """One page to keep beside the keyboard."""

    id: str
    """The name of its file, with a hyphen."""
    title: str
    """What stands at the top."""
    lead: str
    """What is said below the title."""
    sections: tuple[Section, ...]
    """In reading order."""
