"""Put a course's model on a page: the data that the course gives, and the script that runs it in the browser."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grader.core.errors import CourseError
from grader.course import shown_path
from grader.course.course import Solutions

MODULE = "browser_model"
"""The module of `solutions/`, and its function, that return the model; docs/learning/compare.md says in which form."""
SCRIPTS = ("sampler.js", "numpy_random.js", "tiny_model.js")
"""The scripts that run the model, none of which needs anything of a page."""
HERE = Path(__file__).parent / "template"


def find(solutions: Solutions) -> dict[str, Any] | None:
    """Return the model of a course, ready for JSON; None if the course has none.

    Raises:
        CourseError: the module cannot be loaded, or does not define the function.
    """
    path = solutions.path(MODULE)
    if not path.is_file():
        return None
    give = getattr(solutions.reference(MODULE), MODULE, None)
    if give is None:
        raise CourseError(f"{shown_path(path)}: defines no {MODULE}(); docs/learning/compare.md says what it returns")
    model: dict[str, Any] = give()
    return model


def joined(names: Iterable[str] = SCRIPTS) -> str:
    """Return scripts as one; the default ones define `tinyModel`, `sampler` and `numpyRandom` on any page."""
    return "".join((HERE / name).read_text("utf-8") for name in names)
