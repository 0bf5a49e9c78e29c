"""Pictures of terminals in the documentation show what the commands print now."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import ROOT
from systems import linux_only

DOCS = ROOT / "docs"
pytest.importorskip("pyte", reason="pyte is not installed: pip install -e '.[dev]'")
pytestmark = [
    pytest.mark.slow,
    linux_only("the commands are typed into a terminal, and one grades under confinement"),
    pytest.mark.skipif(not (DOCS / "sessions.py").is_file(), reason="the pictures are in the checkout only"),
]
NAMES = (
    *(
        "check",
        "watch",
        "saves",
        "read",
        "try",
        "grade",
        "first",
        "plain",
        "generate",
        "quiz",
    ),
    *("course", "confined", "questions"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_the_words_that_the_commands_print(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS)
    import sessions

    assert tuple(sessions.SESSIONS) == NAMES
    drawn = (DOCS / f"pictures/session-{name}.svg").read_text("utf-8")
    # A prompt after the last line comes now and then too late to be recorded, or only the beginning of it.
    now, then = (sessions.words(each).rstrip(">\n") for each in (sessions.record(name, tmp_path), drawn))
    assert now == then, "run `python docs/record.py sessions`"
    assert "https://cdn" not in drawn


def test_the_animation_shows_each_save_once_and_stays_at_the_mistake_for_readers_without_motion() -> None:
    drawn = (DOCS / "pictures/session-saves.svg").read_text("utf-8")
    frames = drawn.split('<svg class="frame ')[1:]
    assert [[word for word in ("NotImplementedError", "Mistake:", "Passed.") if word in each] for each in frames] == [
        ["NotImplementedError"],
        ["Mistake:"],
        ["Passed."],
    ]
    assert ".frame-1{visibility:visible}" in drawn
    assert "@media(prefers-reduced-motion:reduce){.frame{animation:none}}" in drawn


def test_every_picture_is_small_and_is_shown_on_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in (*DOCS.rglob("*.md"), ROOT / "README.md"))
    pictures = sorted(DOCS.glob("pictures/*.*"))
    most = {".svg": 60_000, ".png": 90_000}
    assert [path.name for path in pictures if path.stat().st_size > most[path.suffix]] == []
    assert [path.name for path in pictures if f"pictures/{path.name})" not in pages] == []


def test_the_verdict_on_the_start_page_of_the_site_is_a_recorded_one() -> None:
    verdict = (DOCS / "front/verdict.svg").read_bytes()
    assert verdict == (DOCS / "pictures/session-watch.svg").read_bytes()
