"""The references in Markdown: every command with its options, every key of files and documents."""

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from grader.authoring.schema import DOCUMENTS

NESTED = 3
"""How many steps from the top of a document the keys of one table may be."""


def commands(learn: click.Group, groups: Mapping[str, Iterable[str]]) -> str:
    """Return a section for each command of `learn`, by what one wants."""
    parts = []
    for title, names in groups.items():
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
    return ((name, DOCUMENTS[name]()) for name in sorted(DOCUMENTS))


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
