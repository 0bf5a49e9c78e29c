"""A Sphinx extension: what is written into the pages when the site is built, so that it cannot be out of date.

The pages stay plain Markdown that GitHub shows. A README gets its table of contents from its links, links to
files outside of this folder lead to the repository, and these comments become text:

- `<!-- generated: commands -->`: every command with its options, from click.
- `<!-- generated: yaml -->` and `<!-- generated: json -->`: every key of the files that people write, and of the documents
  that commands print, from `schema/`.
- `<!-- generated: python NAME -->`: a function or class, from its docstring.
- `<!-- generated: file PATH -->`: a Markdown file of the repository.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from reference_tables import commands, json_keys, yaml_keys
from sphinx.application import Sphinx

from grader.cli.main import GROUPS, learn
from grader.cli.project import project_url

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
MARK = re.compile(r"^<!-- generated: (\w+) ?(.*?) -->$", re.MULTILINE)
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)((?:#[^)]*)?\))")
CODE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
MERMAID = re.compile(r"^```mermaid\n.*?\n((?:  .*\n)+)```$", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, bool]:
    """Read each page through `source`."""
    app.connect("source-read", source)
    return {"parallel_read_safe": True}


def source(app: Sphinx, name: str, content: list[str]) -> None:
    """Replace the comments, the links and the pictures of a page, and give a README its table of contents."""
    page = DOCS / f"{name}.md"
    makers = {
        "commands": partial(commands, learn, GROUPS),
        "yaml": yaml_keys,
        "json": json_keys,
        "python": python,
        "file": included,
    }
    text = MARK.sub(lambda found: makers[found[1]](*filter(None, [found[2]])), content[0])
    if name == app.config.root_doc or page.name == "README.md":
        text += contents(page, content[0])
    content[0] = MERMAID.sub(lambda found: f"```text\n{inspect.cleandoc(found[1])}\n```", linked(text, page))


def contents(page: Path, text: str) -> str:
    """Return the table of contents of a page: what it links to in its own folder, and other folders' READMEs."""
    paths = [os.path.normpath(os.path.join(page.parent, found[2])) for found in LINK.finditer(text)]
    inner = [Path(each) for each in paths if each.endswith(".md") and Path(each).is_relative_to(DOCS)]
    own = [
        each for each in dict.fromkeys(inner) if each != page and (each.parent == page.parent or _is_below(each, page))
    ]
    lines = [os.path.relpath(each.with_suffix(""), page.parent) for each in own]
    return "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(lines) + "\n```\n"


def _is_below(other: Path, page: Path) -> bool:
    """Return whether a README belongs below this page: below the first page, or the decisions below the explanations."""
    above = DOCS / "explanation/README.md" if other.parent.name == "decisions" else DOCS / "index.md"
    return other.name == "README.md" and page == above


def linked(text: str, page: Path) -> str:
    """Let links to files outside of the documentation lead to the repository; `page` is where they are written."""

    def changed(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(page.parent / found[2]))
        if target.is_relative_to(DOCS) and not target.is_dir():
            return found[0]
        if not target.exists():
            raise FileNotFoundError(f"{page}: links to {found[2]}, which is not there")
        kind = "tree" if target.is_dir() else "blob"
        return f"{found[1]}{project_url('Repository')}/{kind}/main/{target.relative_to(ROOT).as_posix()}{found[3]}"

    return outside_code(lambda part: LINK.sub(changed, part), text)


def outside_code(change: Callable[[str], str], text: str) -> str:
    """Return Markdown with a change of all but its blocks of code."""
    return "".join(part if at % 2 else change(part) for at, part in enumerate(CODE.split(text)))


def included(name: str) -> str:
    """Return a Markdown file of the repository without its title, its links as they are from the documentation's folders."""
    path = ROOT / name
    text = path.read_text("utf-8").partition("\n")[2]
    return linked(
        LINK.sub(
            lambda found: (
                found[1] + os.path.relpath(os.path.normpath(path.parent / found[2]), DOCS / "explanation") + found[3]
            ),
            text,
        ),
        DOCS / "explanation/x.md",
    )


# --- Python -----------------------------------------------------------------------------------------


def python(name: str) -> str:
    """Return the directive that documents a function, or a class with its public members."""
    module, _, own = name.rpartition(".")
    is_class = inspect.isclass(getattr(import_module(module), own))
    directive = f".. autoclass:: {name}\n   :members:" if is_class else f".. autofunction:: {name}"
    return f"```{{eval-rst}}\n{directive}\n```"
