"""Write the files of a new course: a small one about leap years that passes the gate, to be replaced bit by bit."""

import re
import unicodedata
from pathlib import Path

from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.place import filled_templates

TEMPLATES = Path(__file__).parent / "new_course"
SUFFIX = ".template"
"""Ends the names of templates, so that no tool takes them for our own Python, YAML or workflows."""
RESERVED = ("false", "no", "null", "off", "on", "true", "yes", "token-by-token")
"""Words that YAML does not read as text, and the id of the course of this package."""


def course_files(folder_name: str, source: InstallSource, project: str, documentation: str) -> dict[str, bytes]:
    """Return the files of a new course by path; its id and title come from the name of its folder.

    The workflow and others install this package from `source`. `project` is the address of its repository, and
    `documentation` that of its documentation, which ends with a slash and has the schemas.
    """
    course_id = id_of(folder_name)
    title = course_id.replace("-", " ").capitalize()
    words = {"@ID@": course_id, "@TITLE@": title, "@PROJECT@": project, "@SCHEMAS@": documentation}
    return {**filled_templates(TEMPLATES, words, SUFFIX), **source.files}


def id_of(folder_name: str) -> str:
    """Return a course's id from the name of its folder."""
    plain = unicodedata.normalize("NFKD", folder_name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug if slug[:1].isalpha() and slug not in RESERVED else f"course-{slug}".rstrip("-")
