"""Keys, from the bytes that a terminal sends."""

from __future__ import annotations

import pytest

from grader.learner.watch.keyboard import keys_of


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("nq", ["n", "q"]),
        ("\x1b[A\x1bOB\x1b[5~\x1b[6~", ["up", "down", "pageup", "pagedown"]),
        ("\x1b[H\x1b[F\x1b[1~\x1b[4~", ["home", "end-key", "home", "end-key"]),
        ("\x1b", ["escape"]),
        ("\r\n\x7f ", ["enter", "enter", "backspace", "space"]),
        ("ü漢", ["ü", "漢"]),
        ("\x00\x01\t", []),
        ("\x1b[1;5C\x1b[200~quit\x1b[201~a", ["a"]),
        ("\x1b[200~never closed q", []),
        ("\x04", ["end"]),
    ],
)
def test_keys_have_names_and_pasted_text_has_none(sent: str, keys: list[str]) -> None:
    assert [*keys_of(sent)] == keys
