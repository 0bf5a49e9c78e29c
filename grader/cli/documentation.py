"""The documentation that the package brings, in the terminal: `learn read docs`."""

import difflib
import re
from importlib import metadata
from pathlib import Path

import click

import grader
from grader.cli.terminal import show_markdown

PACKAGE = "token-by-token"
COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"^\[?!\[.*\]\(.*\)\n\n?", re.MULTILINE)
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


def project_url(label: str) -> str:
    """Return an address from `[project.urls]` in pyproject.toml; an empty text if the package was never installed."""
    try:
        rows = metadata.metadata(PACKAGE).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    return next((address for name, _, address in (row.partition(", ") for row in rows) if name == label), "")


def _readable(path: Path, named: dict[str, Path]) -> str:
    """Return a page's Markdown for a terminal: links to pages become commands, pictures are dropped."""
    commands = {file.resolve(): f"`learn read docs {name}`" for name, file in named.items()}

    def shown(link: re.Match[str]) -> str:
        command = commands.get((path.parent / link[2]).resolve()) if link[2] else None
        return f"{link[1]} ({command})" if command else link[1]

    return LINK.sub(shown, PICTURE.sub("", COMMENT.sub("", path.read_text("utf-8"))))
