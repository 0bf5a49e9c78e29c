"""A Sphinx extension: what is written into the pages when the site is built, so that it cannot be out of date.

The pages stay plain Markdown that GitHub and `learn read docs` show. A README gets its table of contents from its links, links to
files outside of this folder lead to the repository, and these comments become text:

- `<!-- generated: commands -->`: every command with its options, from click.
- `<!-- generated: yaml -->` and `<!-- generated: json -->`: every key of the files that people write, and of the documents
  that commands print, from `schema/`.
- `<!-- generated: python NAME -->`: a function or class, from its docstring.
- `<!-- generated: file PATH -->`: a Markdown file of the repository.
"""

from __future__ import annotations

import inspect
import json
import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from sphinx.application import Sphinx

from grader.cli.documentation import project_url
from grader.cli.main import GROUPS, learn

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
MARK = re.compile(r"^<!-- generated: (\w+) ?(.*?) -->$", re.MULTILINE)
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)((?:#[^)]*)?\))")
MERMAID = re.compile(r"^```mermaid\n.*?\n((?:  .*\n)+)```$", re.MULTILINE)
NESTED = 3
"""How many steps from the top of a document the keys of one table may be."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Read each page through `source`."""
    app.connect("source-read", source)
    return {"parallel_read_safe": True}


def source(app: Sphinx, name: str, content: list[str]) -> None:
    """Replace the comments, the links and the pictures of a page, and give a README its table of contents."""
    page = DOCS / f"{name}.md"
    makers = {"commands": commands, "yaml": yaml_keys, "json": json_keys, "python": python, "file": included}
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

    return LINK.sub(changed, text)


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


# --- commands ---------------------------------------------------------------------------------


def commands() -> str:
    """Return a section for each command of `learn`, by what one wants."""
    parts = []
    for title, names in GROUPS.items():
        parts.append(f"## {title}")
        for name in names:
            command = learn.get_command(click.Context(learn, info_name="learn"), name)
            assert command is not None
            parts += _command(command, click.Context(command, click.Context(learn, info_name="learn"), name))
    return "\n\n".join(parts)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the section of a command, and those of its own commands."""
    yield f"### `{context.command_path}`"
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```"
    yield "\n\n".join(map(_paragraph, inspect.cleandoc(command.help or "").split("\n\n")))
    records = [each.get_help_record(context) for each in command.get_params(context) if each.name != "help"]
    if rows := [f"| `{_cell(name)}` | {_cell(said)} |" for name, said in filter(None, records)]:
        yield "\n".join(["| option | meaning |", "|---|---|", *rows])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _command(inner, click.Context(inner, context, name))


def _paragraph(text: str) -> str:
    """Return a paragraph of help; one that click must not wrap is shown as it is."""
    return f"```text\n{text[2:]}\n```" if text.startswith("\b\n") else text


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())


# --- keys of files and documents ------------------------------------------------------------------


def yaml_keys() -> str:
    """Return the keys of each kind of file that authors write."""
    return "\n\n".join(part for name, schema in _schemas() if not _is_document(schema) for part in _keys(name, schema))


def json_keys() -> str:
    """Return the keys of each document that a command prints."""
    return "\n\n".join(part for name, schema in _schemas() if _is_document(schema) for part in _keys(name, schema))


def _schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(DOCS.glob("schema/*.schema.json")):
        yield path.name.partition(".")[0], json.loads(path.read_text("utf-8"))


def _is_document(schema: dict[str, Any]) -> bool:
    return str(schema.get("title")).startswith("learn/")


def _keys(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """Yield the section of a schema: a table of its own keys, and one for each of its definitions."""
    title = f"`{schema['title']}`" if _is_document(schema) else f"{name[0].upper()}{name[1:]}"
    yield f"({name}-keys)=\n## {title}"
    yield from _table(name, schema)
    for part, definition in schema.get("$defs", {}).items():
        kind = definition.get("properties", {}).get("kind", {}).get("const")
        yield f"({name}-{part.lower()})=\n### " + (f"`kind: {kind}`" if kind else part.removesuffix("Table"))
        yield from _table(name, definition)


def _table(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield _prose(schema)
    if rows := list(_rows(name, schema, "", 1)):
        yield "\n".join(["| key | value | default | meaning |", "|---|---|---|---|", *rows])


def _rows(name: str, schema: dict[str, Any], path: str, depth: int) -> Iterator[str]:
    """Yield a row for each key of an object, and for those of the objects in it."""
    for key, value in schema.get("properties", {}).items():
        default = "required" if key in schema.get("required", ()) else _default(value)
        yield f"| `{path}{key}` | {_type(name, value)} | {default} | {_cell(_prose(value))} |"
        inner = value.get("items", value)
        inner = inner if isinstance(inner, dict) else {}
        if depth <= NESTED:
            yield from _rows(name, inner, f"{path}{key}{'[]' if inner is not value else ''}.", depth + 1)


def _default(value: dict[str, Any]) -> str:
    return f"`{json.dumps(value['default'], ensure_ascii=False)}`" if value.get("default") is not None else "–"


def _prose(value: dict[str, Any]) -> str:
    return str(value.get("description", ""))


def _type(name: str, value: dict[str, Any]) -> str:
    """Return the kind of value that a key takes, in words; a definition is a link to its section."""
    if "$ref" in value:
        part = value["$ref"].rpartition("/")[2]
        return f"[{part.removesuffix('Table')}](#{name}-{part.lower()})"
    if "const" in value or "enum" in value:
        return ", ".join(f"`{_cell(json.dumps(each))}`" for each in value.get("enum", [value.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in value:
            return " or ".join(dict.fromkeys(_type(name, each) for each in value[key]))
    kinds = value.get("type", "any value")
    words = " or ".join(kinds if isinstance(kinds, list) else [kinds])
    if isinstance(value.get("items"), dict) and value["items"]:
        return f"{words} of {_type(name, value['items'])}"
    return words


# --- Python -----------------------------------------------------------------------------------------


def python(name: str) -> str:
    """Return the directive that documents a function, or a class with its public members."""
    module, _, own = name.rpartition(".")
    is_class = inspect.isclass(getattr(import_module(module), own))
    directive = f".. autoclass:: {name}\n   :members:" if is_class else f".. autofunction:: {name}"
    return f"```{{eval-rst}}\n{directive}\n```"
