"""The end of a course: what the exercises make up, and where to go from there."""

from grader.core.shapes import JsonObject, yaml_model


@yaml_model
class NextStep:
    """Something to do after the course: to read, to watch or to try."""

    title: str
    """The source, or the thing to do."""
    why: str
    """The gain from it, in a sentence."""
    url: str | None = None
    """Where it can be read."""
    command: str | None = None
    """A command that begins it, such as `learn model get smollm2`."""


@yaml_model
class CourseEnding:
    """The words of `learn finish`, after the last exercise."""

    built: str
    """The whole that the exercises make up."""
    prompt: str = ""
    """The text that the learner's own code goes on from; none if the course has no generator."""
    next: tuple[NextStep, ...] = ()
    """Where to go from here."""


def ending_of(table: JsonObject) -> CourseEnding:
    """Return the ending in a table of contents, empty if it has none."""
    data = table.get("ending") or {"built": ""}
    steps = tuple(NextStep(**step) for step in data.get("next", ()))
    return CourseEnding(built=data["built"].strip(), prompt=data.get("prompt", ""), next=steps)
