"""The entry points for other programs: pytest's plugin, and `%load_ext token_by_token` in notebooks.

`grader` is an ordinary name. In a folder with a `grader.py` of its own, `python -m pytest` and notebooks find that file in
place of our package; a plugin that is registered under `grader` would end every session there before it begins. This module
has a name of its own, imports nothing of ours until there is an exercise to collect, and then says whose `grader` it found.
"""

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.notebook.cell_magic import Shell

OURS = Path(__file__).with_name("grader") / "__init__.py"


def foreign_grader() -> str:
    """Return the file that hides our `grader`; "" if Python finds ours."""
    try:
        spec = importlib.util.find_spec("grader")
    except ValueError:  # a module that was made by hand has no spec
        return "a module without a file"
    if spec is None:
        return "nothing"
    origin = spec.origin or str(next(iter(spec.submodule_search_locations or ()), ""))
    return "" if Path(origin) == OURS else origin


def load_ipython_extension(shell: "Shell") -> None:
    """Add `%%check` and `%learn` to IPython, which calls this for `%load_ext token_by_token`.

    Raises:
        ImportError: if another `grader` hides ours.
    """
    if other := foreign_grader():
        raise ImportError(_hidden(other))
    from grader.notebook import load_ipython_extension as load

    load(shell)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a learner's file in a workspace.

    Raises:
        pytest.Collector.CollectError: if another `grader` hides ours.
    """
    if not _is_in_workspace(file_path):
        return None
    _register(parent.config)
    from grader import pytest_plugin

    return pytest_plugin.collect_file(file_path, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Keep pytest from importing a learner's file that it was given by name."""
    if not _is_in_workspace(module_path):
        return None
    from grader import pytest_plugin

    return pytest_plugin.ignore_module(module_path, parent)


def _is_in_workspace(path: Path) -> bool:
    """Return whether a file lies where a workspace or a course has the files of its exercises."""
    if path.suffix != ".py" or path.parent.parent.name != "exercises":
        return False
    root = path.parent.parent.parent
    return any((root / mark).is_file() for mark in (".learn/workspace.json", "exercises/course.yaml"))


def _register(config: pytest.Config) -> None:
    """Register the plugin, whose other hooks take part from now on."""
    if other := foreign_grader():
        raise pytest.Collector.CollectError(_hidden(other))
    from grader import pytest_plugin

    if not config.pluginmanager.is_registered(pytest_plugin):
        config.pluginmanager.register(pytest_plugin, "token-by-token-checks")


def _hidden(other: str) -> str:
    return (
        f"the exercises cannot be checked here: the name `grader` leads to {other}; rename that, or use `learn check`"
    )
