"""The bundle of a site whose tasks can be checked in the page: the engine, the parsed course and its solutions, in one zip."""

import importlib.util
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import grader
from grader.authoring.site import page as site_page
from grader.authoring.site.runtime import read_runtime
from grader.core.shapes import JsonObject
from grader.course.bundled_course import BUNDLED
from grader.course.course import UNGRADED, Course
from grader.course.parsed_cache import ParsedCache, default_cache, dump_parsed

ENGINE = """
    __init__.py child/**/*.py core/*.py checks/*.py course/*.py files/*.py grading/**/*.py sandbox/*.py tab/*.py learner/*.py
    questions/*.py questions/own_code/*.py questions/numeric/*.py reports/__init__.py reports/text.py reports/verdict_html.py
    reports/template/verdict.html
""".split()
"""The files of the engine that a tab needs, as patterns below `grader/`."""
SOLUTIONS = (".py", ".npz", ".json")
PACKAGES = ("jinja2", "markupsafe")
"""Of others: what renders a verdict. Of their files, those in Python; the licenses go with them."""
NOW = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip, so that the same course gives the same bytes."""


class RecordingCache(ParsedCache):
    """A cache of parsed files that remembers what it was asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.seen: dict[str, JsonObject] = {}

    def get(self, name: str, files: Iterable[Path], load: Callable[[], JsonObject]) -> JsonObject:
        self.seen[name] = super().get(name, files, load)
        return self.seen[name]


def engine_files(course: Course, runtime: Path) -> dict[str, bytes]:
    """Return the files that let pages check code, by their paths in a site's `tab/`.

    Raises:
        UserError: a file of the runtime is missing, or is another one.
    """
    return {"course.zip": make_bundle(course), **{f"runtime/{name}": data for name, data in read_runtime(runtime)}}


def make_bundle(course: Course) -> bytes:
    """Return the zip; the same course gives the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, data in sorted(_files(course)):
            bundle.writestr(zipfile.ZipInfo(name, NOW), data, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()


def _files(course: Course) -> Iterator[tuple[str, bytes]]:
    package = Path(grader.__file__).parent
    for pattern in ENGINE:
        for path in package.glob(pattern):
            yield f"grader/{path.relative_to(package).as_posix()}", path.read_bytes()
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        assert spec
        assert spec.origin
        yield from _in_folder(Path(spec.origin).parent, name, (".py",))
    for name, data in _in_folder(course.content.solutions, "solutions", SOLUTIONS):
        if name.split("/")[1] not in UNGRADED["solutions"]:
            yield f"course/{name}", data
    for exercise_id in course.exercise_ids:
        yield f"course/exercises/{exercise_id}.py", course.stub(exercise_id).read_bytes()
    explanations = {each: _explanation(course, each) for each in course.exercise_ids}
    bundled = {"parsed": _parsed(course), "sha256": course.sha256, "explanations": explanations}
    yield f"course/{BUNDLED}", dump_parsed(bundled)


def _in_folder(folder: Path, name: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _parsed(course: Course) -> JsonObject:
    """Return what a course reads from the cache of parsed files, by name."""
    cache = RecordingCache(default_cache())
    recorded = Course(course.content, cache)
    for exercise in recorded.exercises():
        recorded.mistakes(exercise.id)
        recorded.effort(exercise.id)
    return cache.seen


def _explanation(course: Course, exercise_id: str) -> str:
    """Return an explanation in HTML, with links as on the exercise's page."""
    path = site_page.path_of(course, f"exercise:{exercise_id}") or ""
    return str(site_page.marked_up_on(course, path, course.words(exercise_id).explain))
