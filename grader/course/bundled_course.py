"""A course from the bundle of a site: its files are parsed already, so that neither pydantic nor PyYAML is needed."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from grader.core.shapes import Json, JsonObject
from grader.course import Content
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache, load_parsed

BUNDLED = "bundled.json"
"""In the folder of the course: `parsed`, what the cache of parsed files had for it by name; `sha256` of all its files; and
`explanations` of the exercises in HTML."""


class ParsedFiles(ParsedCache):
    """The files that were parsed when the bundle was made."""

    def __init__(self, parsed: Mapping[str, JsonObject]) -> None:
        self._parsed = parsed

    def get(self, name: str, files: Iterable[Path], load: Callable[[], JsonObject]) -> JsonObject:
        return self._parsed[name]


class BundledCourse(Course):
    """The course of a bundle that has been unpacked into a folder."""

    def __init__(self, folder: Path) -> None:
        bundled: dict[str, Json] = load_parsed((folder / BUNDLED).read_bytes())
        super().__init__(Content(folder / "exercises", folder / "solutions"), ParsedFiles(bundled["parsed"]))
        self.sha256 = bundled["sha256"]
        self.explanations: dict[str, str] = bundled["explanations"]
