"""Find a course by what people write for it: a folder, the name of an installed package's course, or a git address.

A course is trusted code: the process that judges imports its solutions and laws. So a course never comes from a
submission, only from what the user has named.
"""

import os
import re
from pathlib import Path
from urllib.parse import unquote

from grader.core.errors import CourseError
from grader.course import Content, find
from grader.course.parsed_cache import default_cache

GROUP = "token_by_token.courses"
"""The entry points of installed courses: the name is the course's id, the value its package."""


def locate(text: str, *, is_pinned: bool = False) -> Path:
    """Return the folder of a course that a user has named; clone it first if it is a git address not yet in the cache.

    Args:
        text: A folder, the name of an installed course, or `git+https://ADDRESS@COMMIT`.
        is_pinned: Refuse a git address that does not name one commit, as grades have to be of one known version.

    Raises:
        CourseError: there is no such course.
    """
    clean = without_password(text)
    if clean != text:
        raise CourseError(
            f"the address {clean} came with a password, which would be in the notes of every workspace; leave it out, and "
            "use git's credential store: git help credential-store"
        )
    if text.startswith("git+"):
        # Most commands do without: it imports subprocess.
        from grader.course.git_course import clone

        return clone(text, _clones(), is_pinned=is_pinned)
    if os.path.isdir(text):
        return Path(text)
    if folder := installed_courses().get(text):
        return folder
    names = ", ".join(sorted(installed_courses())) or "none is installed"
    raise CourseError(
        f"there is no course {text!r}: give a folder, git+https://ADDRESS@COMMIT, or the name of an installed course ({names})"
    )


PASSWORD = re.compile(
    r"(https?://)(?:[^/\s]*@(?=[^/\s]+/)|[^/\s]*:[^/\s]*@)|((?:ssh|file)://[^/:@\s]*):[^/\s]*(?=@)", re.IGNORECASE
)
"""The login before the host; for https it may be a token alone, for ssh it begins with the name of the user."""


def without_password(text: str) -> str:
    """Return the place of a course without the password that may be in its address."""
    return PASSWORD.sub(r"\1\2", text)


def installed_courses() -> dict[str, Path]:
    """Return the folders of the courses that installed packages bring, by name; nothing of them is imported."""
    # Most commands do without: reading metadata takes longer to import than all of them have to do.
    from importlib import metadata
    from importlib.util import find_spec

    folders = {}
    for point in metadata.entry_points(group=GROUP):
        spec = None if "." in point.module else find_spec(point.module)  # a parent package would be imported
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            if (Path(folder) / "exercises" / "course.yaml").is_file():
                folders[point.name] = Path(folder)
    return folders


def source_of(content: Content) -> str:
    """Return the text that `locate` finds a course by, everywhere and later; empty for the course of this package."""
    if content == find():
        return ""
    folder = content.exercises.parent.resolve()
    for name, installed in installed_courses().items():
        if installed.resolve() == folder:
            return name
    return unquote(folder.name) if folder.parent == _clones().resolve() else str(folder)


def is_installed(content: Content) -> bool:
    """True if pip or a cache owns the course's files, so that authors must not write there."""
    folder = content.exercises.parent.resolve()
    package = Path(__file__).resolve().parent.parent
    owned = [package, _clones().resolve(), *(installed.resolve() for installed in installed_courses().values())]
    return any(folder.is_relative_to(parent) for parent in owned)


def _clones() -> Path:
    """Return the folder of courses in git repositories; the name of each is its quoted address and commit."""
    return default_cache() / "courses"
