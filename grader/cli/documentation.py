"""The documentation that the package brings, in the terminal: `learn read docs`."""

import difflib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

import grader
from grader.cli.project import PACKAGE, project_url
from grader.cli.terminal import show_markdown

COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"^\[?!\[.*\]\(.*\)\n\n?", re.MULTILINE)
GENERATED = re.compile(r"^<!-- generated: (\w+) ?(.*?) -->$", re.MULTILINE)
"""Stands for a part of a reference."""
ANCHOR = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
"""Names a heading for the site."""
CODE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")


def list_pages() -> None:
    """Print the pages of the documentation with their titles."""
    files = pages()
    width = max(map(len, files))
    for name, path in files.items():
        click.echo(f"{name:<{width}}  {path.read_text('utf-8').partition(chr(10))[0].removeprefix('# ')}")
    home = project_url("Repository")
    click.echo("\nNext: learn read docs PAGE" + (f"\nThe project: {home}" if home else ""))


def show_page(page: str) -> None:
    """Show one page, by its name or by the last part of it; refuse a name that no page has."""
    files = pages()
    if page not in files:
        ends = [name for name in files if name.endswith(f"/{page}")]
        page = ends[0] if len(ends) == 1 else page
    if page not in files:
        near = difflib.get_close_matches(page, files, n=1)
        advice = f"did you mean `learn read docs {near[0]}`?" if near else "`learn read docs` lists them"
        raise click.UsageError(f"there is no page {page!r}; {advice}")
    show_file(files[page])


def show_file(path: Path) -> None:
    """Show a file in Markdown; a link to a page of the documentation becomes the command that shows that."""
    show_markdown(_readable(path, pages()))


def pages() -> dict[str, Path]:
    """Return the documentation's files by page name, from the installed package or the checkout."""
    package = Path(grader.__file__).resolve().parent
    root = next((folder for folder in (package / "_shipped", package.parent) if (folder / "docs").is_dir()), None)
    if root is None:
        raise click.ClickException(f"this installation has lost its documentation; install {PACKAGE} again")
    folder = root / "docs"
    files = sorted(folder.rglob("*.md"), key=lambda path: (len(path.relative_to(folder).parts), path))
    named = {path.relative_to(folder).with_suffix("").as_posix().removesuffix("/README"): path for path in files}
    return {"readme": root / "README.md", **named}


def _readable(path: Path, named: dict[str, Path]) -> str:
    """Return a page's Markdown for a terminal: links to pages become commands, pictures are dropped."""
    commands = {file.resolve(): f"`learn read docs {name}`" for name, file in named.items()}

    def shown(link: re.Match[str]) -> str:
        command = commands.get((path.parent / link[2]).resolve()) if link[2] else None
        return f"{link[1]} ({command})" if command else link[1]

    text = GENERATED.sub(_generated, path.read_text("utf-8"))
    for pattern, instead in ((ANCHOR, ""), (COMMENT, ""), (PICTURE, ""), (LINK, shown)):
        text = outside_code(partial(pattern.sub, instead), text)
    return text


def outside_code(change: Callable[[str], str], text: str) -> str:
    """Return Markdown with a change of all but its blocks of code."""
    return "".join(part if at % 2 else change(part) for at, part in enumerate(CODE.split(text)))


def _generated(mark: re.Match[str]) -> str:
    """Return the part of a reference that a comment stands for; the comment, which is not shown, if it is of the site only."""
    # Few pages need it: it imports all commands' schemas.
    from grader.cli.reference import commands, json_keys, python_entry, yaml_keys

    if mark[1] == "python":
        return python_entry(mark[2])
    if mark[1] == "commands":
        learn: Any = click.get_current_context().find_root().command
        return commands(learn, learn.groups)
    makers = {"yaml": yaml_keys, "json": json_keys}
    return makers[mark[1]]() if mark[1] in makers else mark[0]
