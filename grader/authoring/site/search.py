"""The search of a site: a script with the titles, headings and terms of all pages."""

import html
import json
import re
from collections.abc import Mapping
from pathlib import Path

from grader.authoring.site.framed_page import SEARCH
from grader.authoring.site.lesson_page import term_anchor
from grader.course.course import Course
from grader.course.terms import all_terms
from grader.files import markdown

SCRIPT = "search.js"
HERE = Path(__file__).parent / "template"
_HEADING = re.compile(r"<h([1-3])\b[^>]*>(.*?)</h\1>", re.DOTALL)
_UNSEEN = re.compile(r"<small>.*?</small>|<title>.*?</title>|<[^>]+>", re.DOTALL)


def script(course: Course, pages: Mapping[str, bytes]) -> bytes:
    """Return the script of the search page, with an entry for each page and each term: address, title and other words."""
    entries = []
    for path, page in pages.items():
        titles = [" ".join(html.unescape(_UNSEEN.sub("", found[1])).split()) for found in _headings(page.decode())]
        if titles and path != SEARCH:
            entries.append((path, titles[0], titles[1:]))
    for term in all_terms(course):
        means = markdown.to_plain(term.means)
        entries.append((f"glossary.html#{term_anchor(term.name)}", term.name, [*term.also, means]))
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"const PLACES = {text};\n{(HERE / SCRIPT).read_text('utf-8')}".encode()


def _headings(page: str) -> list[tuple[str, str]]:
    return _HEADING.findall(page.partition("<main")[2])
