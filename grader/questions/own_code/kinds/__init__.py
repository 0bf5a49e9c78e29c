"""The kinds of questions about one's own code, one file each that ends with `KIND = …`; a new file is a new kind."""

import importlib
import pkgutil
from functools import cache

from grader.questions.own_code.kind import QuestionKind


@cache
def kinds() -> dict[str, QuestionKind]:
    """Return each kind by its name, which is that of its file."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}").KIND for name in names}
