"""Convert TeX formulas: to SVG without fonts, labelled with spoken words for screen readers, and to plain text."""

import html
import math
import re
import warnings
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, ParseError

EM = 24
"""SVG units in one em of the surrounding text."""
SMALLEST = 0.6
"""Smallest size of nested exponents, relative to the text: cards have small print."""
STEP = 20
"""Steps in one em by which CSS classes lower a drawing."""
WIDEST = 30
"""Width limit in em; formulas are never wrapped."""
DEEPEST = 60
"""Depth limit below the baseline, in steps."""

CSS = ".formula { max-width: 100%; overflow: visible; }\n" + "".join(
    f".low-{steps} {{ vertical-align: -{steps / STEP:g}em; }}\n" for steps in range(1, DEEPEST + 1)
)
"""Style that a page with formulas needs; its policy forbids inline styles."""

_SIGNS = {"\u2061": "", "\u2062": "", "\u2063": "", "\u00a0": " ", "∑": "Σ", "∏": "Π", "‖": "||"}
_BETWEEN = set("=≠<>≤≥≈≡∼∝→←⇒∈∉∣±×·∘−+-")
"""Infix operators, written with spaces around them; minus and plus can also be prefixes."""
_MARKS = (
    dict.fromkeys("\u0302\u02c6^", "hat") | dict.fromkeys("\u0304\u00af", "bar") | dict.fromkeys("\u0303~", "tilde")
)
_SPOKEN = {
    "=": "equals", "≠": "is not equal to", "<": "is less than", ">": "is greater than", "≤": "is at most",
    "≥": "is at least", "≈": "is about", "∼": "is drawn from", "→": "goes to", "∈": "is in", "−": "minus", "+": "plus",
    "×": "times", "·": "times", "/": "over", "Σ": "the sum of", "Π": "the product of", "∞": "infinity", "…": "and so on",
    "|": "bar", "∣": "given", "′": "prime", "%": "percent", "±": "plus or minus",
}  # fmt: skip


class FormulaError(Exception):
    """The formula is invalid; the message says why."""


def to_svg(tex: str) -> str:
    """Draw a formula in the color of the surrounding text, on its baseline, by classes of `CSS`.

    Raises:
        FormulaError: the formula is invalid.
    """
    return _drawn(tex)[0]


def to_plain(tex: str) -> str:
    """Convert a formula to one line of text: `e^(z_i/T) / Σ_j e^(z_j/T)`.

    Raises:
        FormulaError: the formula is invalid.
    """
    return _drawn(tex)[1]


@lru_cache(maxsize=4096)
def _drawn(tex: str) -> tuple[str, str]:
    """Return a formula as SVG, labelled with spoken words, and as plain text."""
    if not tex.strip():
        raise FormulaError("is empty; write it, or take the `$` away")
    if not _braces_match(tex):
        raise FormulaError("has a brace without its other half; close it")
    if re.search(r"(?<!\\)&", tex) and "\\begin" not in tex:
        raise FormulaError(r"has a `&`; write `\&` if the sign is meant")
    library = _library()
    try:
        made, drawing = _made(library, tex)
    except ParseError as error:
        raise FormulaError("cannot be read; look for a sign that TeX does not take") from error
    except Exception as error:  # ziamath and latex2mathml raise many types without a common base
        raise FormulaError("cannot be read; look for something missing after `^`, `_`, `\\frac` or `\\left`") from error
    _refuse_unknown(made)
    spoken = " ".join(_spoken(made.mathml).split())
    return _svg(drawing, spoken), " ".join(_plain(made.mathml).split())


def _braces_match(tex: str) -> bool:
    """Return whether all grouping braces match."""
    depth = 0
    for mark in re.findall(r"\\.|[{}]", tex, re.DOTALL):
        depth += (mark == "{") - (mark == "}")
        if depth < 0:
            return False
    return depth == 0


def _made(library: Any, tex: str) -> tuple[Any, str]:
    """Parse and draw a formula with ziamath; glyphs are paths, because ids would repeat on a page."""
    config = library.config
    before = config.svg2, config.precision, config.minsizefraction
    config.svg2, config.precision, config.minsizefraction = False, 2, SMALLEST
    try:
        made = library.Latex(tex, size=EM, color="currentColor", inline=True, margin=0.5)
        return made, made.svg()
    finally:
        config.svg2, config.precision, config.minsizefraction = before


def _library() -> Any:
    """Import ziamath, which locates its font with a deprecated function."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import ziamath  # takes 0.2 s of CPU, and only formulas need it
    return ziamath


def _refuse_unknown(made: Any) -> None:
    """Reject unknown commands, which the tree has as literal text, and characters without a glyph."""
    for element in made.mathml.iter():
        text = (element.text or "").strip()
        command = re.search(r"\\[A-Za-z]*", text)
        if command and element.tag != "mtext":
            raise FormulaError(f"has the command `{command[0]}`, which is not known here; write it in another way")
        missing = [letter for letter in text if letter.isprintable() and made.font.glyphindex(letter) == 0]
        if missing:
            raise FormulaError(f"has the sign `{missing[0]}`, which cannot be drawn; write it in another way")


def _svg(drawing: str, spoken: str) -> str:
    """Return the drawing, its box extended to a whole number of steps below the baseline."""
    head = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"', drawing)
    assert head is not None
    left, top, width, height = map(float, head.groups())
    steps = max(0, math.ceil(round((top + height) * STEP / EM, 3)))
    height = steps * EM / STEP - top
    if not (width > 0 and height > 0):
        raise FormulaError("shows nothing; write it, or take it away")
    if width > WIDEST * EM or steps > DEEPEST:
        raise FormulaError(f"is larger than a card ({width / EM:.0f} em wide); make two of it")
    _, _, body = drawing.partition(">")
    body = re.sub(r"\s*/>", "/>", body.removesuffix("</svg>"))
    return (
        f'<svg class="formula low-{steps}" role="img" aria-label="{html.escape(spoken)}" '
        f'width="{width / EM:.3f}em" height="{height / EM:.3f}em" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}">{body}</svg>'
    )


# --- words ------------------------------------------------------------------------------------


def _plain(node: Element) -> str:
    """Convert a part of a formula to plain text."""
    parts = [_plain(part) for part in node]
    match node.tag:
        case "mfrac":
            above, below = map(_bracketed, parts)
            return f"{above}/{below}" if len(above) + len(below) <= 3 else f"{above} / {below}"
        case "msqrt":
            return f"√{_bracketed(''.join(parts))}"
        case "mroot":
            return f"{_bracketed(parts[1])}√{_bracketed(parts[0])}"
        case "msub" | "munder":
            return parts[0] if parts[1] == "⏟" else f"{parts[0]}_{_bracketed(parts[1], is_small=True)}"
        case "msup" | "mover":
            return parts[0] + _raised(parts[1])
        case "msubsup" | "munderover":
            return f"{parts[0]}_{_bracketed(parts[1], is_small=True)}{_raised(parts[2])}"
        case "mspace":
            return " "
        case "mtable" | "mtr":
            return ("; " if node.tag == "mtable" else ", ").join(parts)
    return _row(parts, is_word=_is_word(node)) if parts else _signs(node)


def _raised(text: str) -> str:
    """Format an exponent; a mark such as a prime or a hat needs no `^`."""
    return text if text in (*_MARKS, "′") else f"^{_bracketed(text, is_small=True)}"


def _signs(node: Element) -> str:
    """Return the text of a single symbol, name or number."""
    text = "".join(_SIGNS.get(letter, letter) for letter in node.text or "")
    return text if node.tag == "mtext" else text.strip()


def _is_word(node: Element) -> bool:
    r"""Return whether adjacent letters are one word, such as those of `\mathrm{softmax}`."""
    return all("mathvariant" in part.attrib for part in node)


def _row(parts: list[str], *, is_word: bool) -> str:
    """Join adjacent parts, with spaces where a reader needs them."""
    if is_word:
        return "".join(parts)
    text = ""
    for part in parts:
        before, after = text[-1:], part[:1]
        is_binary = part in _BETWEEN and before and (part not in "−+-" or before not in "([{,;|= ")
        if is_binary:
            text += f" {part} "
        elif part in (",", ";"):
            text += f"{part} "
        elif before.isalnum() and after and (after.isalpha() or after == "√") and (len(text) > 1 or len(part) > 1):
            text += f" {part}"
        else:
            text += part
    return re.sub(r"  +", " ", text)


def _bracketed(text: str, *, is_small: bool = False) -> str:
    """Put parentheses around a part unless it is a single name or number; without spaces if it is small print."""
    text = re.sub(r" ?([^\w\s]) ?", r"\1", text.strip()) if is_small else text.strip()
    is_single = re.fullmatch(r"\w|\w+_\w|\d+([.,]\d+)?|[^\W\d_]{2,}|∞|\([^()]*\)", text)
    return text if is_single else f"({text})"


def _spoken(node: Element) -> str:
    """Convert a part of a formula to spoken words."""
    parts = [_spoken(part) for part in node]
    match node.tag:
        case "mfrac":
            is_simple = all(" " not in part for part in parts)
            return " over ".join(parts) if is_simple else f"the fraction {parts[0]} over {parts[1]}, end of fraction,"
        case "msqrt":
            return f"the square root of {' '.join(parts)}"
        case "msub" | "munder" | "msubsup" | "munderover" if (node[0].text or "").strip() in ("∑", "∏"):
            what = parts[0].removesuffix(" of")
            return f"{what} over {parts[1]} of" if len(parts) == 2 else f"{what} from {parts[1]} to {parts[2]} of"
        case "msub" | "munder":
            return f"{parts[0]} sub {parts[1]}"
        case "msup" | "mover":
            mark = _MARKS.get(parts[1], "prime" if parts[1] == "prime" else "")
            return f"{parts[0]} {mark}" if mark else f"{parts[0]} to the power of {parts[1]}"
        case "msubsup" | "munderover":
            return f"{parts[0]} sub {parts[1]} to the power of {parts[2]}"
    if parts:
        return ("" if _is_word(node) else " ").join(parts)
    text = _signs(node).strip()
    return text if node.tag == "mtext" else _SPOKEN.get(text, text)
