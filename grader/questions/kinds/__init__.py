"""The kinds of questions, one file each that ends with `KIND = …`; a new file here is a new kind."""

import importlib
import pkgutil
from functools import cache

from grader.questions.question import QuizQuestion


@cache
def kinds() -> dict[str, type[QuizQuestion]]:
    """Return the class of each kind by its name in YAML, which is that of its file."""
    modules = {
        module.name: importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
    }
    return {name: module.KIND for name, module in sorted(modules.items()) if hasattr(module, "KIND")}
