"""`learn glossary`: explain the terms of the course, in the terminal or on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from grader.cli import complete_names, options
from grader.cli.context import open_translated
from grader.cli.read import write_pages
from grader.cli.terminal import show_markdown
from grader.course.terms import Term, all_terms, find_term
from grader.workspace.documents import glossary_of


@click.command()
@click.argument("term", nargs=-1, shell_complete=complete_names.terms)
@click.option("--out", type=click.Path(path_type=Path), help=options.WRITTEN_AS_PDF)
@options.paper_option
@options.force_option
@options.text_or_json_option
@options.plain_option
@options.course_option
def glossary(
    term: tuple[str, ...],
    out: Path | None,
    paper: Literal["a4", "letter"],
    force: bool,
    format_name: str,
    course_folder: Path | None,
) -> None:
    """Explain TERM, or all terms of the course.

    Shows its definition, its other names, and the page or exercise that introduces it.
    """
    course = open_translated(course_folder, Path())
    if out is not None:
        if term or format_name != "text":
            raise click.UsageError("--out writes all terms on a page; leave out TERM and --format")
        from grader.site.lesson_page import GLOSSARY

        write_pages(course, [GLOSSARY], out, paper, may_replace=force)
        return
    terms = [find_term(course, " ".join(term))] if term else all_terms(course)
    if format_name == "json":
        options.show_json(glossary_of(terms))
    else:
        show_markdown("\n".join(map(_entry, terms)) if term else _all(course.title, terms))


def _entry(term: Term) -> str:
    names = " or ".join([f"**{term.name}**", *term.also])
    return f"{names}: {term.means}\n\nIntroduced in “{term.title}”: `{term.command}`"


def _all(title: str, terms: list[Term]) -> str:
    entries = (f"- **{term.name}** (`{term.command}`): {term.means}" for term in terms)
    return "\n".join([f"# {title}: the terms", "", *entries])
