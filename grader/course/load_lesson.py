"""Load a page to read from Markdown: fill in its figures, and report all errors of the file at once, by line."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from grader.core.shapes import JsonObject
from grader.course import shown_path
from grader.course.course import TABLE, Course
from grader.course.errata import HEADING, open_rows, unknown_rows, with_rows, without_section
from grader.course.lesson_files import FIGURES, LINK, PICTURE, PLACES, lesson_ids, lesson_path, link_target, unit_of
from grader.course.picture import PictureError, ShownPicture, open_picture
from grader.course.rules import rules_of
from grader.files import formula
from grader.files.figures import FigureError, as_texts, computed, fill, names_used, place_problems, surplus_problems
from grader.files.formula import FormulaError
from grader.files.strict_yaml import Problem, Trail, meant, read_text, refuse, unknown

BY_HAND = "Try it by hand"
"""The last heading of a unit's page, over the answers: one `###` for each exercise."""
PAGE = "page"
"""The function that computes the figures of a page; those of an answer are computed by a function of its name."""
MAX_BYTES = 1 << 18
_CODE = re.compile(r"(```.*?```|`[^`\n]+`|^ {4}[^\n]*$)", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FORMULA = re.compile(r"\$(?! )((?:\\.|[^$\\])+?)(?<! )\$(?!\d)", re.DOTALL)
_WORD = re.compile(r"\S*\w\S*")
Lines = list[tuple[int, str]]
Complaint = tuple[int, int, str]
"""The line, the column and the message of a problem."""


class PagePart(NamedTuple):
    """A piece of a page whose figures one function computes: the body, or an answer."""

    function: str
    lines: Lines
    """Each line after its number."""


def load_lesson(course: Course, page_id: str) -> JsonObject:
    """Load a page; return the data of a `Lesson`.

    Raises:
        YamlError: with all problems of the file.
        SolutionError: the module that computes its figures cannot be loaded.
    """
    complaints: list[Complaint] = []
    path = lesson_path(course, page_id)
    source = read_text(path, shown_path(path), MAX_BYTES).removeprefix("\ufeff").replace("\r\n", "\n")
    lines = list(enumerate(source.split("\n"), start=1))
    has_figures = course.solutions.path(f"{FIGURES}/{page_id}").is_file()
    module = course.solutions.reference(f"{FIGURES}/{page_id}") if has_figures else None
    body, answers = _parts(lines)
    if not answers and len(body.lines) < len(lines):
        complaints.append((len(body.lines) + 1, 1, "there is no answer below this; write `### exercise` and it"))
    filled = {}
    for part in (body, *answers):
        values, problems = _figures(part, module, page_id)
        complaints += problems
        source = "\n".join(line for _, line in part.lines)
        marks = (name for name in names_used([((), source)]) if name.startswith(("picture:", "places")))
        kept = {name: f"{{{{ {name} }}}}" for name in marks}
        filled[part.function] = fill(source, {**values, **kept}, missing="0").strip()
    text = filled.pop(PAGE)
    drawn, problems = _pictures(course, lines)
    title, _, text = text.partition("\n")
    complaints += [*problems, *_form_problems(course, page_id, body, answers)]
    complaints += [*_link_problems(course, page_id, lines), *_formula_problems(lines)]
    words, rows = count_words(without_section(text)), open_rows(course)
    complaints += [(1, 1, unknown("row of the errata", name, list(rows))) for name in unknown_rows(text, rows)]
    text = with_rows(text, rows)
    fewest, most = rules_of(course.data(TABLE)).page_words
    if unit_of(course, page_id) and not fewest <= words <= most:
        what = f"the page has {words} words before `{BY_HAND}`; write {fewest} to {most}"
        complaints.append((1, 1, what))
    refuse(Problem(shown_path(path), *complaint) for complaint in complaints)
    folder = page_id if unit_of(course, page_id) else ""
    return {
        "id": page_id,
        "title": title.removeprefix("#").strip(),
        "text": LINK.sub(lambda link: f"[{link[1]}]({link_target(folder, link[2]) or link[2]})", text.strip()),
        "shown": _for_terminal(_with_pictures(text.strip(), drawn), folder),
        "answers": {name: _for_terminal(_with_pictures(answer, drawn), folder) for name, answer in filled.items()},
    }


def count_words(text: str) -> int:
    """Return the number of words in a text of Markdown, without blocks of code, pictures and the addresses of links."""
    return len(_WORD.findall(LINK.sub(r"\1", re.sub(r"```.*?```", "", PICTURE.sub("", text), flags=re.DOTALL))))


def _parts(lines: Lines) -> tuple[PagePart, list[PagePart]]:
    """Split a page into its body and its answers, each below a heading with the name of its exercise."""
    start = next((index for index, (_, line) in enumerate(lines) if line.strip() == f"## {BY_HAND}"), len(lines))
    answers: list[PagePart] = []
    for number, line in lines[start + 1 :]:
        if line.startswith("### "):
            answers.append(PagePart(line.removeprefix("### ").strip(), []))
        elif answers:
            answers[-1].lines.append((number, line))
    return PagePart(PAGE, lines[:start]), answers


# --- figures ----------------------------------------------------------------------------------


def _figures(part: PagePart, module: ModuleType | None, page_id: str) -> tuple[dict[str, str], list[Complaint]]:
    """Return the figures of a part as text, and the problems with them."""
    texts: list[tuple[Trail, str]] = [((number,), PLACES.sub("", PICTURE.sub("", line))) for number, line in part.lines]
    first = part.lines[0][0] if part.lines else 1
    if not names_used(texts) and not hasattr(module, part.function):
        return {}, []
    try:
        values = as_texts(computed(part.function, module))
    except FigureError as error:
        where = f"solutions/{FIGURES}/{page_id}.py"
        return {}, [(first, 1, str(error) if where in str(error) else f"{error} (in {where})")]

    def no_value(name: str) -> str:
        otherwise = f"it computes {', '.join(values) or 'nothing'}"
        return f"`{part.function}` does not compute `{name}`; {meant(name, values, otherwise)}"

    complaints = []
    for wrong in place_problems(texts, values, no_value):
        number = int(wrong.trail[0])
        line = next(line for at, line in part.lines if at == number)
        column = line.rfind("{{") if wrong.piece == "{{" else line.find(wrong.piece)
        complaints.append((number, column + 1, wrong.message))
    if (used := names_used(texts)) <= values.keys():
        complaints += [(first, 1, problem.message) for problem in surplus_problems(used, values, part.function, "page")]
    return values, complaints


# --- pictures ---------------------------------------------------------------------------------


def _pictures(course: Course, lines: Lines) -> tuple[dict[str, ShownPicture], list[Complaint]]:
    """Open the pictures of a page; return them by name, and the problems with them."""
    drawn, complaints = {}, []
    for number, line in lines:
        if marked := PICTURE.fullmatch(line):
            try:
                drawn[marked[1]] = open_picture(course, marked[1])
            except PictureError as error:
                complaints.append((number, 1, str(error)))
    return drawn, complaints


def _with_pictures(text: str, drawn: Mapping[str, ShownPicture]) -> str:
    """Return a text with the words of its pictures in their places."""
    words = {name: f"{picture.title}: {picture.description}" for name, picture in drawn.items()}
    return PICTURE.sub(lambda marker: words.get(marker[1], ""), text)


# --- form -------------------------------------------------------------------------------------


def _form_problems(course: Course, page_id: str, body: PagePart, answers: list[PagePart]) -> Iterator[Complaint]:
    """Yield a title that is missing or another one, missing headings, and answers to no exercise of the unit."""
    unit = unit_of(course, page_id)
    first = body.lines[0][1] if body.lines else ""
    if not first.startswith("# "):
        yield 1, 1, "the first line is no title; write `# ` and the title"
    elif unit and first.removeprefix("# ").strip() != unit.title:
        yield 1, 3, f"the unit's title in course.yaml is `{unit.title}`; make them the same"
    if unit is None:
        return
    headings = [line.removeprefix("## ").strip() for _, line in body.lines if line.startswith("## ")]
    wanted = rules_of(course.data(TABLE)).headings
    yield from _section_problems([name for name in headings if name in wanted], wanted)
    if course.content.errata and HEADING not in headings:
        advice = "write it, and `<!-- errata: 1, 2 -->` with rows of the errata"
        yield 1, 1, f"the page has no section `{HEADING}`; {advice}"
    names = [exercise_id.rpartition("/")[2] for exercise_id in unit.exercise_ids]
    for part in answers:
        number = part.lines[0][0] - 1 if part.lines else 1
        if part.function not in names:
            yield number, 5, unknown("exercise of this unit", part.function, names)
        elif not "".join(line for _, line in part.lines).strip():
            yield number, 1, f"the answer to `{part.function}` is empty; write it"


def _section_problems(there: Sequence[str], wanted: Sequence[str]) -> Iterator[Complaint]:
    """Yield the sections of a unit's page that are missing, there twice, or in another order."""
    for name in wanted:
        if there.count(name) != 1:
            yield 1, 1, f"the heading `## {name}` is there {there.count(name)} times; write it once"
    if sorted(there) == sorted(wanted) and [*there] != [*wanted]:
        yield 1, 1, f"the headings come in another order; write them so: {', '.join(wanted)}"


def _link_problems(course: Course, page_id: str, lines: Lines) -> Iterator[Complaint]:
    """Yield links to exercises and pages that do not exist."""
    folder = page_id if unit_of(course, page_id) else ""
    known = {"exercise": course.exercise_ids, "page": lesson_ids(course)}
    for number, line in lines:
        if "![" in line:
            what = "this is an image file, which pages do not load; write it as SVG in `exercises/pictures/`, or in a block of code called `picture`"
            yield number, line.index("![") + 1, what
        for link in LINK.finditer(line):
            kind, _, name = (link_target(folder, link[2]) or "").partition(":")
            column = link.start(2) + 1
            if link[2].startswith("https://"):
                continue
            if not kind:
                what = "leads nowhere; write https://…, the file of an exercise, or the file of a page"
                yield number, column, f"the link `{link[2]}` {what}"
            elif name not in known[kind]:
                yield number, column, unknown(kind, name, known[kind])


def _formula_problems(lines: Lines) -> Iterator[Complaint]:
    for number, line in lines:
        for match in _FORMULA.finditer(_CODE.sub("", line)):
            try:
                formula.to_plain(match[1])
            except FormulaError as error:
                yield number, 1, f"the formula `${match[1]}$` {error}"


def _for_terminal(text: str, folder: str) -> str:
    """Return Markdown for a terminal: formulas as plain text, commands for links, and pictures without fences."""
    text = _FENCE.sub(lambda match: textwrap.indent(match[1].rstrip("\n"), "    "), text)
    parts = _CODE.split(text)
    parts[::2] = [_FORMULA.sub(lambda match: formula.to_plain(" ".join(match[1].split())), part) for part in parts[::2]]
    return LINK.sub(lambda link: _command(link, folder), "".join(parts))


def _command(link: re.Match[str], folder: str) -> str:
    kind, _, name = (link_target(folder, link[2]) or "").partition(":")
    if link[2].startswith("https://") or not kind:
        return link[0]
    name = name.rpartition("/")[2]
    command = f"learn show {name}" if kind == "exercise" else f"learn read {name}"
    return f"{link[1]} (`{command}`)"
