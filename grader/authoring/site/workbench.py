"""Make a task page a workbench: its scripts, its data, and the policy that lets them start an engine in the tab."""

from collections.abc import Iterator, Mapping
from typing import Any

from grader.authoring.site.framed_page import HERE
from grader.course.course import Course
from grader.files import html_page
from grader.files.archive import stored_zip
from grader.learner.folder import STATE, new_files
from grader.learner.record import MARKER, dump_record, make_record

TAB = "tab"
"""The folder of a site with the scripts, the engine and the course for a tab."""
SCRIPTS = ("editor.js", "engine.js", "marks.js", "parts.js", "speak.js", "store.js", "workbench.js", "worker.js")
WORKSPACE = f"{TAB}/workspace.zip"
"""A new workspace, as `learn init` makes it, which a download puts the learner's files into."""
_MARKS = "script-src 'self'; connect-src 'self'"
_BENCH = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
"""The rules of pages that show progress, and of those that check: WebAssembly is compiled, and no text is run as a script."""
_TRUSTED = "trusted-types workbench"
"""The policy of this name in engine.js returns the worker's address, and nothing else."""


def tab_files(course: Course, engine: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a site's folder `tab/`: `engine` has the course and Pyodide by their paths in it."""
    for name, data in engine.items():
        yield f"{TAB}/{name}", data
    for name in SCRIPTS:
        yield f"{TAB}/{name}", (HERE / TAB / name).read_bytes()
    files = new_files(course, course.exercise_ids)
    record = make_record(course, course.exercise_ids)._replace(source="")  # else a folder of the author's machine
    yield WORKSPACE, stored_zip(files | {f"{STATE}/{MARKER}": dump_record(record)})


def course_data(course: Course) -> dict[str, Any]:
    """Return the facts for the script of a page that shows what has passed."""
    return {"course": course.id, "exercises": course.exercise_ids, "script": "marks.js"}


def bench_data(course: Course, exercise_id: str, engine_bytes: int) -> dict[str, Any]:
    """Return the facts for the script of a task page; `engine_bytes` are to be loaded."""
    stub = course.stub(exercise_id).read_text("utf-8")
    return {**course_data(course), "script": "workbench.js", "id": exercise_id, "stub": stub, "bytes": engine_bytes}


def allow_scripts(page: str, data: Mapping[str, Any]) -> str:
    """Return a page of a site with the policy under which the scripts for its data run."""
    rules = {html_page.NO_SCRIPT: _MARKS}
    if "id" in data:
        rules = {html_page.NO_SCRIPT: _BENCH, "trusted-types 'none'": _TRUSTED}
    for old, new in rules.items():
        page = page.replace(old.replace("'", "&#39;"), new.replace("'", "&#39;"), 1)
    return page
