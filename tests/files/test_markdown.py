"""Marked-up text as HTML, as plain text and aloud; what is refused; and that no text at all can break out."""

from __future__ import annotations

import re

import pytest
from html_elements import Elements
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.files import formula, markdown
from grader.files.formula import FormulaError

ALLOWED = {"p", "em", "strong", "code", "br", "ul", "ol", "li", "span", "svg", "path", "rect"}
SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


def html_of(text: str) -> str:
    return SVG.sub("FORMULA", markdown.to_html(text))


TEXTS = {
    "plain words.": ("plain words.", "plain words."),
    "*now* and **then** and `a_b`, a_b": (
        "<em>now</em> and <strong>then</strong> and <code>a_b</code>, a_b",
        "now and then and a_b, a_b",
    ),
    "a < b & c > d": ("a &lt; b &amp; c &gt; d", "a < b & c > d"),
    "<script>alert(1)</script>": ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
    "one\n\ntwo\n": ("<p>one</p>\n<p>two</p>", "one\ntwo"),
    "So:\n- a\n- b": ("<p>So:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "So:\n- a\n- b"),
    "1. a\n   - b\n2. c": ("<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>", "1. a\n  - b\n2. c"),
    "\\$5 and \\*this\\*": ("$5 and *this*", "$5 and *this*"),
    "$x$ and `$x$`": ("FORMULA and <code>$x$</code>", "x and $x$"),
    "by $p_i$, or ($q$)": (
        'by <span class="unbroken">FORMULA,</span> or <span class="unbroken">(FORMULA)</span>',
        "by p_i, or (q)",
    ),
    "costs $3, not $5": ("costs $3, not $5", "costs $3, not $5"),
    "$\\foo$": ("<code>$\\foo$</code>", "$\\foo$"),
    "[no](https://example.org) link": ("[no](https://example.org) link",) * 2,
    "": ("", ""),
}


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_written_as_html(text: str) -> None:
    assert html_of(text) == TEXTS[text][0]


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_written_plainly(text: str) -> None:
    assert markdown.to_plain(text) == TEXTS[text][1]


FORMULAS = {
    r"p_i = \frac{e^{z_i/T}}{\sum_j e^{z_j/T}}": (
        "p_i = (e^(z_i/T)) / (Σ_j e^(z_j/T))",
        "p sub i equals the fraction e to the power of z sub i over T "
        "over the sum over j of e to the power of z sub j over T, end of fraction,",
    ),
    r"\sum_{i=1}^{n} x_i": ("Σ_(i=1)^n x_i", "the sum from i equals 1 to n of x sub i"),
    r"\min\left(1, \frac{p(x)}{q(x)}\right)": (
        "min(1, (p(x)) / (q(x)))",
        "min ( 1 , the fraction p ( x ) over q ( x ), end of fraction, )",
    ),
    r"p - q": ("p − q", "p minus q"),
    r"2^{-x}": ("2^(−x)", "2 to the power of minus x"),
    r"\sqrt{d_k}": ("√d_k", "the square root of d sub k"),
    r"\mathrm{softmax}(z)_i": ("softmax(z)_i", "softmax ( z ) sub i"),
    r"\text{new tokens} \le N": ("new tokens ≤ N", "new tokens is at most N"),
    r"\hat{p}_i'": ("p̂_i′", None),
    r"P(\text{a} \mid b)": ("P(a ∣ b)", "P ( a given b )"),
}


@pytest.mark.parametrize("tex", FORMULAS)
def test_a_formula_is_written_in_one_line_and_spoken(tex: str) -> None:
    plain, spoken = FORMULAS[tex]
    assert formula.to_plain(tex) == plain
    if spoken is not None:
        assert f'aria-label="{spoken}"' in formula.to_svg(tex)


@pytest.mark.parametrize("tex", FORMULAS)
def test_a_drawing_needs_no_style_no_font_and_no_id(tex: str) -> None:
    drawing = formula.to_svg(tex)
    assert not re.search(r"style=|font|\bid=|href|<text", drawing)
    assert set(re.findall(r'fill="([^"]*)"', drawing)) <= {"currentColor", "none"}
    assert 'role="img" aria-label="' in drawing


WRONG = {
    "": "is empty; write it, or take the `$` away",
    "{": "has a brace without its other half; close it",
    "}{": "has a brace without its other half; close it",
    "x^": "cannot be read; look for something missing after `^`, `_`, `\\frac` or `\\left`",
    "\\left( x": "cannot be read; look for something missing after `^`, `_`, `\\frac` or `\\left`",
    "\\foo x": "has the command `\\foo`, which is not known here; write it in another way",
    "a & b": "has a `&`; write `\\&` if the sign is meant",
    "大": "has the sign `大`, which cannot be drawn; write it in another way",
    "\\\\": "shows nothing; write it, or take it away",
    "a" * 100: "is larger than a card (55 em wide); make two of it",
}


@pytest.mark.parametrize("tex", WRONG, ids=[tex[:12] or "nothing" for tex in WRONG])
def test_what_is_no_formula_is_refused_with_advice(tex: str) -> None:
    for use in (formula.to_svg, formula.to_plain):
        with pytest.raises(FormulaError) as caught:
            use(tex)
        assert str(caught.value) == WRONG[tex]


def test_problems_are_said_with_the_piece_they_are_about() -> None:
    assert [tuple(each) for each in markdown.problems("a $x$ b, `$` and \\$5")] == []
    assert [tuple(each) for each in markdown.problems("# Head\n\n$\\foo$ [a](b) $y")] == [
        ("# Head", "this is a heading; write a sentence"),
        ("$\\foo$", "the formula `$\\foo$` has the command `\\foo`, which is not known here; write it in another way"),
        ("](", "this is a link; name it under `source:`"),
        ("$y", "no formula ends what `$y` begins; close it with `$`, or write `\\$` for the sign itself"),
    ]


PIECES = st.lists(
    st.sampled_from(["$", "\\", "<", ">", "&", '"', "'", "`", "*", "_", "^", "{", "}", "[", "](", ")", "!", "\n", "\n\n", " ", "- ", "1. "])
    | st.sampled_from(["<img src=x onerror=alert(1)>", "</p>", "javascript:", "\\frac", "\\color{red\" onload=\"x}", "\\href{x}{y}", "\\text{", "x"])
    | st.text(max_size=5),
    max_size=25,
).map("".join)  # fmt: skip


@given(PIECES)
@example("\r0\n>")
@settings(max_examples=50, deadline=None)
def test_no_text_gets_out_of_its_element(text: str) -> None:
    tags = Elements(markdown.to_html(text))
    assert tags.names <= ALLOWED
    assert tags.open == []
    assert not any(name.startswith("on") or name in ("href", "src", "style", "id") for name in tags.attributes)
    assert isinstance(markdown.to_plain(text), str)
    assert all(each.message for each in markdown.problems(text))
