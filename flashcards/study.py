"""Render decks as one HTML page to study and print, without network access or other files."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

from flashcards import TEMPLATES, card_html
from flashcards.deck import Deck
from grader.files import html_page


def render(decks: Sequence[Deck], marked_up: Callable[[str], Markup] = card_html.marked_up) -> bytes:
    """Render the page with all cards of some decks, in UTF-8; `marked_up` converts questions and answers to HTML."""
    style = html_page.face(TEMPLATES / "study.css") + card_html.CSS
    script = (TEMPLATES / "study.js").read_text("utf-8")
    template = html_page.environment(TEMPLATES).get_template("study.html")
    parts = template.stream(
        title=decks[0].title if len(decks) == 1 else "Flashcards",
        decks=decks,
        count=sum(len(deck.cards) for deck in decks),
        faces=_faces(decks, marked_up),
        tags=sorted(Counter(tag for deck in decks for card in deck.cards for tag in card.tags).items()),
        **html_page.head(style, script),
    )
    parts.enable_buffering(1000)  # encode a page of ten thousand cards in pieces, not at the end
    return b"".join(part.encode() for part in parts)


def _faces(decks: Sequence[Deck], marked_up: Callable[[str], Markup]) -> Iterator[tuple[str, ...]]:
    """Yield the values of each card as a tuple, which the template reads faster than the card's attributes."""
    for deck in decks:
        for card in deck.cards:
            groups = " tag-".join([f"deck-{deck.id}", *card.tags])
            command = f"learn show {card.exercise.rpartition('/')[2]}" if card.exercise else ""
            source, url = (card.source.title, card.source.url or "") if card.source else ("", "")
            front, back = marked_up(card.front) + card_html.picture_of(card), marked_up(card.back)
            about = " · ".join([deck.title, *card.tags])
            yield card.id, groups, front, back, command, source, url, about
