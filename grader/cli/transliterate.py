"""Write what the output's encoding lacks in other characters, as cp1252 lacks ≥: Windows gives it to pipes and files."""

import codecs
import io
import sys
import unicodedata

RENAMED = "plain_ascii"
SPELLED = {
    "≥": ">=", "≤": "<=", "≠": "!=", "≈": "~", "∼": "~", "∝": "~", "→": "->", "←": "<-", "⇒": "=>", "−": "-", "⁻": "-",
    "–": "-", "—": "-", "×": "x", "·": "*", "√": "sqrt ", "∑": "sum ", "Σ": "sum ", "∏": "prod ", "Π": "prod ",
    "∞": "inf", "∈": "in", "∉": "not in", "±": "+-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "...",
    "─": "-", "█": "#", "▏": "|", "▶": ">", "α": "alpha", "γ": "gamma", "µ": "mu", "€": "EUR", "␣": "_",
    "●": "*", "○": "-",
}  # fmt: skip


def never_refuse() -> None:
    """Make standard output and standard error transliterate what their encodings lack."""
    codecs.register_error("transliterate", _transliterate)
    codecs.register(_renamed_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=RENAMED if is_ascii else stream.encoding, errors="transliterate")


def _renamed_ascii(name: str) -> codecs.CodecInfo | None:
    """Return ASCII by another name: click takes a stream that calls itself ASCII for misconfigured, and writes UTF-8."""
    if name != RENAMED:
        return None
    own = codecs.lookup("ascii")
    return codecs.CodecInfo(
        *own, incrementalencoder=own.incrementalencoder, incrementaldecoder=own.incrementaldecoder, name=RENAMED
    )


def transliterated(text: str) -> str:
    """Return a text in ASCII, with a question mark for what has no likeness there."""
    return "".join(SPELLED.get(character) or _base(character) for character in text)


def _base(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).replace("\N{FRACTION SLASH}", "/")
    return parts.encode("ascii", "ignore").decode("ascii") or "?"


def _transliterate(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return transliterated(error.object[error.start : error.end]), error.end
