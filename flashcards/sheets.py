"""Render cards on sheets of paper as HTML, placed by a layout, for a browser to print or to convert to PDF."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from jinja2 import Template
from markupsafe import Markup

from flashcards import TEMPLATES, card_html
from flashcards.deck import Deck
from flashcards.imposition import TICK_MM, Page, Turning, is_turned, pages, sheet_count, spots, ticks, turning_for
from flashcards.layout import INK_FREE_MM, PAPERS, Layout
from grader.core.escape import cut
from grader.files import html_page

FACES_TO_A_CHUNK = 100
"""Number of faces to lay out at once; layout time and memory grow faster than linearly."""
LONGEST_TITLE = 40
"""Length limit of the title in the margin, and of the one in the head of a card."""
HEAD_MM = 6.0
"""Height of the line with the card's name, and the space below it."""
LINE_MM = 0.15
"""Width of a cut mark."""
BY = {"long": "turned on the long edge", "short": "turned on the short edge"}


@dataclass(frozen=True)
class PrintedCard:
    """A card in HTML."""

    id: str
    front: Markup
    back: Markup
    topic: str = ""
    """The words in its head, such as the title of its deck; its id by default."""

    @classmethod
    def of(cls, name: str, front: str, back: str, topic: str = "", picture: Markup | str = "") -> "PrintedCard":
        """Convert a card of marked-up texts; the picture goes below the question."""
        question, answer = card_html.marked_up(front) + Markup(picture), card_html.marked_up(back)
        return cls(name, question, answer, cut(topic, LONGEST_TITLE))


@dataclass(frozen=True, kw_only=True)
class SheetSet:
    """Cards, their layout on sheets, and how to print them."""

    title: str
    """Title in the margin of each sheet."""
    version: str
    """Version of the cards' texts, to compare a printed set with its deck."""
    cards: Sequence[PrintedCard]
    layout: Layout
    turning: Turning = field(default_factory=Turning)
    has_cover: bool = True
    """Whether to print the calibration sheet first; layouts with one card a page never do."""

    @property
    def name(self) -> str:
        return self.title if len(self.title) <= LONGEST_TITLE else f"{self.title[: LONGEST_TITLE - 1].rstrip()}…"

    @property
    def sheets(self) -> int:
        return sheet_count(self.layout, len(self.cards))

    @property
    def manner(self) -> str:
        """Return the print settings in a few words."""
        paper = PAPERS[self.layout.paper].name
        return f"{paper}, 100 %, {BY[self.turning.flip] if self.layout.is_duplex else 'one side'}"

    @property
    def advice(self) -> str:
        """Return the print settings as a sentence."""
        both = f"both sides, {BY[self.turning.flip]}" if self.layout.is_duplex else "one side"
        page_size = self.layout.page
        size = f"cards of {page_size.width:g} × {page_size.height:g} mm"
        return f"Print on {size if self.layout.kind == 'single' else PAPERS[self.layout.paper].name}, {both}, at 100 %."

    @property
    def extent(self) -> str:
        """Return the number of cards and sheets, in words."""
        what = "page" if self.layout.kind == "single" else "sheet"
        count = self.sheets * (2 if what == "page" else 1)
        cards = f"{_counted(len(self.cards), 'card')} on {_counted(count, what)}"
        first = "a sheet to set the printer up" if self.is_covered else ""
        return " and ".join(filter(None, (first, cards if self.cards else "")))

    @property
    def is_covered(self) -> bool:
        return self.has_cover and self.layout.kind != "single"


def sheets_of(
    decks: Sequence[Deck], layout: Layout, turning: Turning | None = None, *, has_cover: bool = True
) -> SheetSet:
    """Return the cards of decks on sheets; without a turning, for a printer that turns them as suits the layout."""
    cards = [(deck, card) for deck in decks for card in deck.cards]
    return SheetSet(
        title=decks[0].title if len(decks) == 1 else f"{len(decks)} decks",
        version=version_of((card.id, card.asked, card.back) for _, card in cards),
        cards=[
            PrintedCard.of(card.id, card.front, card.back, deck.title, card_html.picture_of(card))
            for deck, card in cards
        ],
        layout=layout,
        turning=turning or turning_for(layout),
        has_cover=has_cover,
    )


def html(sheet_set: SheetSet) -> bytes:
    """Render one page for a browser, in UTF-8, with its fonts; its script warns of texts that do not fit."""
    screen = (TEMPLATES / "sheets_screen.css").read_text("utf-8")
    style = html_page.font_css() + html_page.tokens() + css(sheet_set) + screen
    script = (TEMPLATES / "sheets.js").read_text("utf-8")
    template = html_page.environment(TEMPLATES).get_template("sheets.html")
    head = html_page.head(style, script)
    return _render(template, sheet_set, pages(sheet_set.layout, len(sheet_set.cards)), head, is_first=True).encode()


def chunks(sheet_set: SheetSet) -> Iterator[str]:
    """Yield the sheets as HTML documents for `write_pdf`, small enough to lay out quickly."""
    head = {**html_page.head(css(sheet_set)), "policy": ""}
    template = html_page.environment(TEMPLATES).get_template("sheets.html")
    sides = list(pages(sheet_set.layout, len(sheet_set.cards)))
    step = _sides_to_a_chunk(sheet_set.layout)
    for number in range(chunk_count(sheet_set)):
        yield _render(template, sheet_set, sides[number * step : (number + 1) * step], head, is_first=number == 0)


def chunk_count(sheet_set: SheetSet) -> int:
    """Return the number of documents that `chunks` yields: one even without cards, for the calibration sheet."""
    sides = sheet_set.sheets * (2 if sheet_set.layout.is_duplex else 1)
    return max(1, -(-sides // _sides_to_a_chunk(sheet_set.layout)))


def version_of(cards: Iterable[tuple[str, str, str]]) -> str:
    """Return a short hash of cards: their ids, fronts and backs."""
    digest = hashlib.sha256()
    for card in cards:
        digest.update("\0".join((*card, "")).encode())
    return digest.hexdigest()[:8]


def _sides_to_a_chunk(layout: Layout) -> int:
    faces = layout.cards_to_a_page * (1 if layout.is_duplex else 2)
    return 2 * max(1, FACES_TO_A_CHUNK // (2 * faces))


def _render(
    template: Template, sheet_set: SheetSet, sides: Iterable[Page], head: Mapping[str, str], *, is_first: bool
) -> str:
    """Render some sheets as an HTML document; one without a policy is not for a browser."""
    return template.render(
        **head,
        set=sheet_set,
        pages=sides,
        has_cover=sheet_set.is_covered and is_first,
        ticks=ticks(sheet_set.layout),
        other_flip="short" if sheet_set.turning.flip == "long" else "long",
        has_offset=sheet_set.turning.offset != (0.0, 0.0),
        offset=",".join(f"{length:g}" for length in sheet_set.turning.offset),
        signs=signs_of_scales(sheet_set),
    )


def signs_of_scales(sheet_set: SheetSet) -> tuple[int, int]:
    """Return the directions of the calibration scales: to the right and down (1), or to the left and up (-1).

    The reading on the front is the distance to move the back, in the directions of the back's own page. A sheet turned
    about its upright edge has left and right exchanged on its back; any other, up and down.
    """
    return (-1, 1) if is_turned(sheet_set.layout, sheet_set.turning.flip) else (1, -1)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def css(sheet_set: SheetSet) -> str:
    """Return the style of the sheets, with a rule for each place, because the page's policy forbids inline styles."""
    layout, flip = sheet_set.layout, sheet_set.turning.flip
    places = (
        html_page.environment(TEMPLATES, {"mm": _mm})
        .get_template("sheet_places.css")
        .render(
            layout=layout,
            offset=sheet_set.turning.offset,
            is_turned=is_turned(layout, flip),
            fronts=spots(layout, is_back=False),
            backs=spots(layout, is_back=True) if layout.is_duplex else (),
            ticks=ticks(layout),
            head=HEAD_MM,
            line=LINE_MM,
            tick=TICK_MM,
            ink_free=INK_FREE_MM,
        )
    )
    return (TEMPLATES / "sheets.css").read_text("utf-8") + card_html.CSS + places


def _mm(length: float) -> str:
    """Format a length to a ten-thousandth of a millimetre."""
    return f"{length:.4f}".rstrip("0").rstrip(".") + "mm"
