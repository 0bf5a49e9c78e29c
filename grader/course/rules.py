"""The rules for the texts of a course: ours, unless its course.yaml has others."""

from collections.abc import Iterator

from grader.core.shapes import JsonObject, number_field, range_problems, yaml_model
from grader.course.exercise import from_json


@yaml_model
class Rules:
    """Rules for the texts of the course; each is ours if left out."""

    page_words: tuple[int, int] = (400, 700)
    """The fewest and the most words of a unit's page, without the answers."""
    headings: tuple[str, ...] = (
        "What you will be able to do",
        "What you need to know",
        "One number in full",
        "Where the idea comes from",
        "What to read next",
    )
    """The headings of a unit's page, in this order; others may stand between them, and `[]` asks for none."""
    hints: int = number_field(1, 9, default=3)
    """The number of hints of each exercise."""


def rules_of(table: JsonObject) -> Rules:
    """Return the rules of a course by its table of contents, which is valid."""
    rules: Rules = from_json(Rules, table.get("rules", {}))
    return rules


def rule_problems(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the key of each rule that nobody can keep, with a message."""
    yield from range_problems(rules)
    fewest, most = rules.page_words
    if not 0 <= fewest <= most:
        yield "page_words", f"`page_words` is [{fewest}, {most}]; write [fewest, most]"
