"""Write the files of a new course: a small one about leap years that passes the gate, to be replaced bit by bit."""

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from grader.authoring.schema import DOCUMENTS
from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.place import filled_templates

TEMPLATES = Path(__file__).parent / "new_course"
SUFFIX = ".template"
"""Ends the names of templates, so that no tool takes them for our own Python, YAML or workflows."""
NOT_WRITTEN_BY_AUTHORS = ("result",)
RESERVED = ("false", "no", "null", "off", "on", "true", "yes", "token-by-token")
"""Words that YAML does not read as text, and the id of the course of this package."""


def course_files(folder_name: str, source: InstallSource, project: str) -> Mapping[str, bytes]:
    """Return the files of a new course by path; its id and title come from the name of its folder.

    The workflow and others install this package from `source`; `project` is the address of its own page.
    """
    course_id = id_of(folder_name)
    words = {"@ID@": course_id, "@TITLE@": course_id.replace("-", " ").capitalize(), "@PROJECT@": project}
    files = filled_templates(TEMPLATES, words, SUFFIX)
    for name, schema in DOCUMENTS.items():
        if name not in NOT_WRITTEN_BY_AUTHORS:
            document = json.dumps(schema(), indent=2, ensure_ascii=False)
            files[f"docs/schema/{name}.schema.json"] = f"{document}\n".encode()
    return {**files, **source.files}


def id_of(folder_name: str) -> str:
    """Return a course's id, which is also the name of its package, from the name of its folder."""
    plain = unicodedata.normalize("NFKD", folder_name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug if slug[:1].isalpha() and slug not in RESERVED else f"course-{slug}".rstrip("-")
