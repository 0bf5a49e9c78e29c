"""Measure how long PDFs of cards take, and how much memory: `python benchmarks/cards_pdf.py [--most 10000]`.

The shipped cards are repeated, each with its own number. Every PDF is written by a new process, whose CPU time and peak
memory are read after it has ended.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

from flashcards.deck import open_decks
from flashcards.layout import layouts
from flashcards.printing import write_sheets_pdf
from flashcards.sheets import PrintedCard, SheetSet

COUNTS = (12, 1_000, 10_000)
LAYOUTS = ("business-a4", "single-a4")
LINEAR = 11.0
"""The limit for the ratio of times when there are ten times as many cards."""


def main() -> None:
    """Measure and print; exit with 1 if time is not linear."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--most", type=int, default=COUNTS[-1], help="leave out what has more cards")
    most = options.parse_args().most
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{platform.system()}, Python {platform.python_version()}, load {load}\n")
    print("| layout | cards | pages | CPU, s | ms a page | largest memory, MB | file, MB |")
    print("|---|---|---|---|---|---|---|")
    is_linear = True
    for name in LAYOUTS:
        seconds: dict[int, float] = {}
        for count in (count for count in COUNTS if count <= most):
            pages, seconds[count], memory, size = in_process(name, count)
            each = seconds[count] / pages * 1000
            print(
                f"| {name} | {count:,} | {pages:,} | {seconds[count]:.1f} | {each:.1f} | {memory:.0f} | {size:.1f} |",
                flush=True,
            )
        if 10_000 in seconds:
            is_linear &= seconds[10_000] <= LINEAR * seconds[1_000]
    sys.exit(0 if is_linear else 1)


def in_process(name: str, count: int) -> tuple[int, float, float, float]:
    """Write a PDF in a new process; return its pages, CPU seconds, peak memory in MB and file size in MB."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=write, args=(name, count, sender))
    process.start()
    sender.close()
    measured: tuple[int, float, float, float] = receiver.recv()
    process.join()
    return measured


def write(name: str, count: int, sender: object) -> None:
    """Write a PDF, and send the figures."""
    layout = next(each for each in layouts() if f"{each.name}-{each.paper}" == name)
    shipped = [card for deck in open_decks() for card in deck.cards]
    chosen = [shipped[number % len(shipped)] for number in range(count)]
    cards = [
        PrintedCard.of(f"card-{number}", card.front, f"{card.back} ({number})") for number, card in enumerate(chosen)
    ]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        before = time.process_time()
        write_sheets_pdf(SheetSet(title="Cards", version="", cards=cards, layout=layout), out)
        seconds = time.process_time() - before
        size = out.stat().st_size / 1e6
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pages = 2 * (-(-count // layout.cards_to_a_page) + (layout.kind != "single"))
    sender.send((pages, seconds, memory, size))  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
