"""Time the study page of many cards beside a bare Jinja2 loop: `python benchmarks/cards.py`.

The shipped cards are repeated, each with its own number in question and answer, so that no two texts are equal. Figures are
CPU seconds, medians of five interleaved runs in one process.

- *page* lays out cards whose Markdown has been rendered. *bare loop* is the shortest template that writes the same data:
  question, answer, id, tags, exercise and source of each card, without choices, style and script; *two strings* writes
  question and answer only.
- *page, with Markdown* starts from the cards of a deck; *bare loop, with Markdown* renders them with the same function.
  Formulas are drawn before the clock starts, each once.
- *opening* reads and validates decks of 1,000 cards, and fills in their figures.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment

from flashcards import study
from flashcards.deck import Card, Deck, load_deck, open_decks
from grader.files import html_page

MANY, FEW = 10_000, 1_000
ROUNDS = 5
TWO_STRINGS = """<!doctype html><title>{{ title }}</title>
{% for _, (front, back) in cards %}
<details><summary>{{ front }}</summary><div>{{ back }}</div></details>
{% endfor %}"""
BARE = TWO_STRINGS.replace("_, (", "card, (").replace(
    "</div>",
    "</div>{{ card.id }} {{ card.tags|join(' ') }} {{ card.exercise }} {{ card.source.title }} {{ card.source.url }}",
)


class Claim(NamedTuple):
    """A measured ratio and its limit `most`, None if there is no limit."""

    name: str
    beside: str
    most: float | None


CLAIMS = [
    Claim("page, 10,000", "bare loop, 10,000", 3.0),
    Claim("page, with Markdown, 10,000", "bare loop, with Markdown, 10,000", 3.0),
    Claim("page, 10,000", "two strings, 10,000", 3.0),
    Claim("page, with Markdown, 10,000", "bare loop, 10,000", None),
    Claim("page, 10,000", "page, 1,000", 11.0),
    Claim("page, with Markdown, 10,000", "page, with Markdown, 1,000", 11.0),
    Claim("opening, 10,000", "opening, 1,000", 11.0),
]


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        runs: dict[str, Callable[[], object]] = {}
        for name, deck in ((f"{count:,}", numbered(count)) for count in (FEW, MANY)):
            runs |= of_pages(name, deck)
            files = list(written(deck, Path(folder) / name))
            runs[f"opening, {name}"] = partial(opened, files)
        seconds = measure(runs)
    print(f"{platform.system()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}\n")
    print("| what | beside | ratio of CPU | promised |\n|---|---|---|---|")
    for claim in CLAIMS:
        ratio = seconds[claim.name] / seconds[claim.beside]
        promised = "–" if claim.most is None else f"≤ {claim.most:g}: {'yes' if ratio <= claim.most else 'no'}"
        print(f"| {claim.name} | {claim.beside} | {ratio:.2f} | {promised} |")
    print("\n| what | CPU, ms |\n|---|---|")
    print(*(f"| {name} | {each * 1000:.0f} |" for name, each in seconds.items()), sep="\n")


def of_pages(name: str, deck: Deck) -> dict[str, Callable[[], object]]:
    """Return the functions to time with a deck, by name."""
    bare, two = map(Environment(autoescape=True).from_string, (BARE, TWO_STRINGS))
    cards = list(turned(deck))
    texts = {text: html_page.marked_up(text) for card in deck.cards for text in (card.front, card.back)}
    return {
        f"two strings, {name}": lambda: two.render(title=deck.title, cards=cards).encode(),
        f"bare loop, {name}": lambda: bare.render(title=deck.title, cards=cards).encode(),
        f"page, {name}": lambda: study.render([deck], texts.__getitem__),
        f"bare loop, with Markdown, {name}": lambda: bare.render(title=deck.title, cards=turned(deck)).encode(),
        f"page, with Markdown, {name}": lambda: study.render([deck]),
    }


def turned(deck: Deck) -> Iterator[tuple[Card, object]]:
    """Yield each card with its two sides as HTML."""
    for card in deck.cards:
        yield card, (html_page.marked_up(card.front), html_page.marked_up(card.back))


def numbered(count: int) -> Deck:
    """Return a deck with a number of cards."""
    shipped = [card for deck in open_decks() for card in deck.cards]
    cards = (shipped[number % len(shipped)] for number in range(count))
    made = tuple(
        replace(card, id=f"card-{number}", front=f"Card {number}: {card.front}", back=f"{card.back} No. {number}.")
        for number, card in enumerate(cards)
    )
    return Deck(id="many", title="Many cards", cards=made)


def written(deck: Deck, folder: Path) -> Iterator[Path]:
    """Write a deck as files of 1,000 cards without exercises, so that no course is needed."""
    folder.mkdir()
    for number, start in enumerate(range(0, len(deck.cards), FEW)):
        cards = [
            {"id": card.id, "front": card.front, "back": card.back, "tags": list(card.tags)}
            for card in deck.cards[start : start + FEW]
        ]
        path = folder / f"part-{number}.yaml"
        path.write_text(json.dumps({"id": path.stem, "title": "Part", "cards": cards}), "utf-8")  # JSON is YAML, too
        yield path


def opened(files: list[Path]) -> list[Deck]:
    """Open decks one by one."""
    return [load_deck(path, None, []) for path in files]


def measure(runs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median CPU seconds of each function, after one warm-up round."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for round_number in range(ROUNDS + 1):
        for name, run in runs.items():
            started = time.process_time()
            run()
            if round_number:
                taken[name].append(time.process_time() - started)
    return {name: statistics.median(each) for name, each in taken.items()}


if __name__ == "__main__":
    main()
