"""Pack a course as a wheel, so that pip installs it beside this package.

A wheel is a zip file with four short texts of metadata
(https://packaging.python.org/en/latest/specifications/binary-distribution-format/), so a course needs no build tool and no
pyproject.toml. It asks pip for nothing: requirements.txt names the one version of the engine, and pip must not look
for another.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from grader.core.errors import CourseError
from grader.core.escape import line
from grader.course.course import Course
from grader.course.source import GROUP
from grader.files.archive import stored_zip

PREFIX = "learn_course_"
FOLDERS = ("exercises", "solutions", "flashcards")
ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
"""Ids that can be a part of a package's name."""


def course_files(course: Course) -> dict[str, bytes]:
    """Return the files of a course by path; no hidden files, no links, no caches."""
    root = course.content.exercises.parent
    files: dict[str, bytes] = {}
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))]
    for path in (*paths, *filter(None, [course.content.errata])):
        inner = path.relative_to(root)
        is_hidden = any(part.startswith(".") or part == "__pycache__" for part in inner.parts)
        if path.is_file() and not path.is_symlink() and not is_hidden:
            files[inner.as_posix()] = path.read_bytes()
    return files


def course_wheel(course: Course) -> tuple[str, bytes]:
    """Return the name and the bytes of the wheel of a course; the same files give the same bytes.

    The version ends with a hash of the files, so that pip replaces an installed course that has changed.

    Raises:
        CourseError: the course's id cannot be a package's name.
    """
    if not ID.fullmatch(course.id):
        advice = "write letters, digits and hyphens"
        raise CourseError(f"a package cannot be called after the id {course.id!r}; {advice} in exercises/course.yaml")
    package = PREFIX + re.sub(r"[._-]+", "_", course.id).lower()
    files = {f"{package}/{path}": content for path, content in course_files(course).items()}
    files[f"{package}/__init__.py"] = b'"""A course for `learn --course`."""\n'
    version = f"{course.version}+{_digest(files)}"
    info = f"{package}-{version}.dist-info"
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\nSummary: {line(course.title)}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: token-by-token\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": f"[{GROUP}]\n{course.id} = {package}\n",
    }
    files |= {f"{info}/{name}": text.encode() for name, text in texts.items()}
    rows = [f"{path},sha256={_record_hash(content)},{len(content)}" for path, content in sorted(files.items())]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,\n"]).encode()
    return f"{package}-{version}-py3-none-any.whl", stored_zip(files)


def is_course_wheel(name: str) -> bool:
    """True if a file has the name of a course's wheel."""
    return Path(name).name.startswith(PREFIX) and name.endswith(".whl")


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, content in sorted(files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:8]


def _record_hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
