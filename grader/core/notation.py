"""How the course writes numbers for people."""

import re

LEADING_ZERO = re.compile(r"(?<![\w.])0(?=\.\d)")


def course_numbers(text: str) -> str:
    """Write the numbers of a text as the course does: .5, not 0.5. Code, commands and what Python prints keep the zero."""
    return LEADING_ZERO.sub("", text)
