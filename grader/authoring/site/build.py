"""Build a course's site: every file that it consists of, for any course, without what is not for the public."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from flashcards import cheat_sheet, pdf, printing, sheets, study
from flashcards.cheat_sheet import NoSheetError, Sheet
from flashcards.deck import Deck, open_decks
from flashcards.layout import find_layout
from grader.authoring.site import lesson_page, search, workbench
from grader.authoring.site import page as site_page
from grader.authoring.site.framed_page import (
    CARD,
    FONTS,
    FRAME,
    HERE,
    HOME,
    ICON,
    SEARCH,
    SITE_SCRIPT,
    STYLE,
    UNITS,
    VERDICT,
    SiteFrame,
    SitePlace,
)
from grader.course.commands import showcase_function
from grader.course.course import Course
from grader.course.lesson_files import lesson_ids
from grader.course.terms import all_terms
from grader.files import html_page
from grader.files.html_page import Paper
from grader.questions.quiz import page as quiz_page
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import Quiz
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.sheet import PrintedSheet, draw_sheet, open_sheet, sheet_names

PAPER: Paper = "a4"
PLAYGROUND = "playground.html"
NOT_IN_NAVIGATION = ("print/index.html", "errata.html")
"""Pages that only the start page leads to."""
GITHUB = "https://github.com/"
QUIZ_SEED = "1"
"""The seed of quizzes as pages, as in `learn quiz --out`."""
Render = Callable[[], str | bytes]
WritePdf = Callable[[Path], None]


@dataclass(frozen=True)
class SiteContent:
    """A course, and how its site is made."""

    course: Course
    engine: str
    """The address that pip installs this package from."""
    has_pdf: bool
    """Whether sheets to print are PDF files, for which `pdf.Renderer` must be possible here."""
    address: str = ""
    """Where the site will be published, for previews of links; empty if that is not known."""
    documentation: str = ""
    """The address of this package's documentation."""
    engine_files: Mapping[str, bytes] = field(default_factory=dict)
    """Python and the course for a browser's tab, by path in `tab/`; empty for a site to read only."""

    @cached_property
    def decks(self) -> list[Deck]:
        return open_decks((), self.course)

    @cached_property
    def quizzes(self) -> list[Quiz]:
        return open_all(self.course)

    @cached_property
    def worksheets(self) -> list[PrintedSheet]:
        """Return the worksheets with numbers for practice, which are drawn without a secret seed."""
        return [draw_sheet([open_sheet(self.course, name)], "") for name in sheet_names(self.course)]

    @cached_property
    def cheat_sheet(self) -> Sheet | None:
        """Return the cheat sheet; None if the course has none."""
        try:
            return cheat_sheet.open_sheet(self.course)
        except NoSheetError:
            return None

    @cached_property
    def places(self) -> tuple[SitePlace, ...]:
        """Return what there is besides pages and tasks: the navigation."""
        course = self.course
        card_count = sum(len(deck.cards) for deck in self.decks)
        found = (
            (self.decks, "cards/index.html", "Cards", f"{card_count} to study, by subject"),
            (self.quizzes, "quizzes/index.html", "Quizzes", "questions that say what a wrong answer reveals"),
            (self.players, PLAYGROUND, "Playground", "watch a model choose each token, and turn its dials"),
            (all_terms(course), "glossary.html", "Glossary", "the terms, each with its definition"),
            (self.printables, "print/index.html", "To print", "sheets and cards for paper"),
            (course.content.errata, "errata.html", "Errata", "common misconceptions, and what is true instead"),
        )
        return tuple(SitePlace(*place) for is_there, *place in found if is_there)

    @cached_property
    def printables(self) -> tuple[SitePlace, ...]:
        """Return the files for paper, as PDF where that can be written."""
        suffix = "pdf" if self.has_pdf else "html"
        found = []
        if self.cheat_sheet:
            found.append(SitePlace(f"print/cheat-sheet.{suffix}", self.cheat_sheet.title, self.cheat_sheet.lead))
        for worksheet in self.worksheets:
            title = worksheet_page.title_of([worksheet], "sheet")
            found.append(
                SitePlace(f"print/{worksheet.parts[0].sheet.id}.{suffix}", title, "a worksheet for pen and paper")
            )
        for deck in self.decks:
            about = f"{len(deck.cards)} cards to cut out and fold"
            found.append(SitePlace(f"print/cards-{deck.id}.{suffix}", deck.title, about))
        return tuple(found)

    @cached_property
    def players(self) -> dict[str, str]:
        """Return the course's playgrounds as HTML: that of the page of its own, and those of units by their ids."""
        render = showcase_function(self.course.solutions, "render_players")
        return render() if render else {}

    @cached_property
    def pictures(self) -> dict[str, bytes]:
        """Return the pictures that a course has for its start page and for links to it, by name."""
        files = ((name, self.course.content.front / name) for name in (VERDICT, CARD))
        return {name: path.read_bytes() for name, path in files if path.is_file()}


def build(content: SiteContent, folder: Path) -> None:
    """Write a site into an empty folder; the same course gives the same bytes.

    Raises:
        UserError: a file of the course is not valid.
        MisfitError: a card is too long for its place on paper.
    """
    for path, data in static_files(content):
        _path_in(folder, path).write_bytes(data)
    texts = {}
    for path, render in rendering(content):
        texts[path] = page = render()
        _path_in(folder, path).write_bytes(page)
    (folder / search.SCRIPT).write_bytes(search.script(content.course, texts))
    for path, write in _pdf_files(content):
        write(_path_in(folder, path))


def static_files(content: SiteContent) -> Iterator[tuple[str, bytes]]:
    """Yield the files that pages share: style sheets, fonts and the icon."""
    style = lesson_page.style()
    frame_css = (HERE / FRAME).read_text("utf-8")
    yield STYLE, f"{style}{frame_css}{(HERE / 'site.css').read_text('utf-8')}".encode()
    yield FRAME, frame_css.encode()
    yield FONTS, html_page.font_css().encode()
    for name in (ICON, SITE_SCRIPT):
        yield name, (HERE / name).read_bytes()
    yield from content.pictures.items()
    if files := showcase_function(content.course.solutions, "player_files"):
        yield from ((name, text.encode()) for name, text in files().items())
    if content.engine_files:
        yield from workbench.tab_files(content.course, content.engine_files)


def rendering(content: SiteContent) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the function that renders each HTML page, after its path."""
    frame = _frame(content)
    for path, page in _own_pages(content):
        yield path, partial(_framed, frame, page, path, STYLE)
    for path, page in _pages_of_others(content):
        yield path, partial(_framed, frame, page, path)


def _frame(content: SiteContent) -> SiteFrame:
    """Return the navigation, the list of units and the order of the pages."""
    course = content.course
    pages = site_page.course_pages(course)
    places = (SitePlace(UNITS, "Units"), *(place for place in content.places if place.path not in NOT_IN_NAVIGATION))
    links = (
        (content.documentation, "Docs"),
        (course.repository, "GitHub" if GITHUB in course.repository else "Source"),
    )
    decks = [SitePlace(f"cards/{deck.id}.html", deck.title) for deck in content.decks]
    quizzes = [SitePlace(f"quizzes/{quiz.id}.html", quiz.title) for quiz in content.quizzes]
    others = [place for place in content.places if not place.path.startswith(("cards/", "quizzes/"))]
    lists = {place.path: place for place in content.places}
    of_lists = [
        [lists[path], *pages] for path, pages in (("cards/index.html", decks), ("quizzes/index.html", quizzes)) if pages
    ]
    return SiteFrame(
        course.title,
        places,
        tuple(SitePlace(path, title) for path, title in links if path),
        site_page.site_units(course),
        tuple(map(tuple, [pages, others, *of_lists])),
        content.address,
        CARD in content.pictures,
    )


def _own_pages(content: SiteContent) -> Iterator[tuple[str, Render]]:
    """Yield the pages that only a site has: start, lessons, tasks, lists."""
    course = content.course
    engine_bytes = sum(map(len, content.engine_files.values()))
    known = {place.path: place for place in content.places}
    yield HOME, partial(_start_page, content)
    for page_id in dict.fromkeys([*lesson_ids(course), *(unit.id for unit in course.units)]):
        path = site_page.path_of(course, f"page:{page_id}") or ""
        unit_player, has_engine = content.players.get(page_id, ""), bool(engine_bytes)
        yield path, partial(site_page.lesson_page_of, course, page_id, path, unit_player, has_engine=has_engine)
    for exercise_id in course.exercise_ids:
        path = site_page.path_of(course, f"exercise:{exercise_id}") or ""
        yield path, partial(site_page.task_page, course, exercise_id, path, engine_bytes=engine_bytes)
    if "glossary.html" in known:
        yield "glossary.html", partial(site_page.lesson_page_of, course, lesson_page.GLOSSARY, "glossary.html")
    if player := content.players.get("playground"):
        yield PLAYGROUND, partial(site_page.playground_page, course, PLAYGROUND, player)
    if errata := course.content.errata:
        yield "errata.html", partial(site_page.text_page, course, "errata.html", errata.read_text("utf-8"))
    decks = [SitePlace(f"cards/{deck.id}.html", deck.title, f"{len(deck.cards)} cards") for deck in content.decks]
    quizzes = [SitePlace(f"quizzes/{quiz.id}.html", quiz.title, quiz.about) for quiz in content.quizzes]
    yield SEARCH, partial(site_page.search_page, course, SEARCH)
    lists = (
        ("cards/index.html", decks, "Cards to study on the screen, one at a time; the answer unfolds."),
        ("quizzes/index.html", quizzes, "The page marks your answers, and nothing that you answer leaves it."),
        ("print/index.html", content.printables, "Print at 100 %. The numbers of worksheets are for practice."),
    )
    for path, places, about in lists:
        if path in known:
            yield path, partial(site_page.list_page, course, path, known[path].title, about, places)


def _start_page(content: SiteContent) -> str:
    player, verdict = content.players.get("playground", ""), content.pictures.get(VERDICT, b"")
    return site_page.start_page(
        content.course,
        content.places,
        content.engine,
        content.documentation,
        player,
        verdict,
        has_engine=bool(content.engine_files),
    )


def _pages_of_others(content: SiteContent) -> Iterator[tuple[str, Render]]:
    """Yield the pages that other commands write, too: cards, quizzes, sheets for paper."""
    solutions = content.course.solutions
    for deck in content.decks:
        yield f"cards/{deck.id}.html", partial(study.render, [deck])
    for quiz in content.quizzes:
        yield f"quizzes/{quiz.id}.html", partial(quiz_page.render, quiz, solutions, QUIZ_SEED)
    if content.has_pdf:
        return
    if content.cheat_sheet:
        yield "print/cheat-sheet.html", partial(cheat_sheet.render, content.cheat_sheet, PAPER)
    for worksheet in content.worksheets:
        yield (
            f"print/{worksheet.parts[0].sheet.id}.html",
            partial(worksheet_page.render, [worksheet], "sheet", PAPER),
        )
    for deck in content.decks:
        yield f"print/cards-{deck.id}.html", partial(sheets.html, _sheets_of(deck))


def _framed(frame: SiteFrame, render: Render, *place: str) -> bytes:
    page = render()
    return frame.on(page if isinstance(page, str) else page.decode(), *place)


def _pdf_files(content: SiteContent) -> Iterator[tuple[str, WritePdf]]:
    """Yield what writes each PDF file, after its path; nothing if PDF files cannot be written here."""
    if not content.has_pdf:
        return
    if sheet := content.cheat_sheet:
        page = cheat_sheet.render(sheet, PAPER, for_screen=False)
        yield "print/cheat-sheet.pdf", lambda path: pdf.write_pdf([page], path, title=sheet.title)
    for worksheet in content.worksheets:
        yield f"print/{worksheet.parts[0].sheet.id}.pdf", partial(_write_worksheet, worksheet)
    for deck in content.decks:
        yield f"print/cards-{deck.id}.pdf", partial(printing.write_sheets_pdf, _sheets_of(deck))


def _write_worksheet(worksheet: PrintedSheet, path: Path) -> None:
    title = worksheet_page.title_of([worksheet], "sheet")
    pdf.write_pdf(worksheet_page.chunks([worksheet], "sheet", PAPER), path, title=title, duplex="long")


def _sheets_of(deck: Deck) -> sheets.SheetSet:
    return sheets.sheets_of([deck], find_layout(paper=PAPER))


def _path_in(folder: Path, path: str) -> Path:
    """Return the place of a file of the site, in a folder that exists."""
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    return place
