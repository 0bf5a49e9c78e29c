"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""

import re


def kind(c):
    if c.isspace():
        return "space"
    if c.isdecimal():
        return "digit"
    if c.isalpha() or c == "_":
        return "letter"
    return "sign"


def cut(text):
    # first the runs of one kind each
    runs = []
    for c in text:
        if runs and kind(runs[-1][0]) == kind(c):
            runs[-1] += c
        else:
            runs.append(c)

    pieces = []
    stick = ""
    for run in runs:
        if kind(run[0]) != "space":
            pieces.append(stick + run)
            stick = ""
            continue
        if len(run) > 1:
            pieces.append(run[:-1])
        if run[-1] == " ":
            stick = " "
        else:
            pieces.append(run[-1])
    if stick:
        pieces.append(stick)
    return pieces


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    """Return the words of a text, none of which a merge may cross, and the special tokens in it."""
    if "" in allowed:
        raise ValueError("empty special token")
    if not allowed:
        return cut(text)
    longest_first = sorted(allowed, key=len, reverse=True)
    pattern = "(" + "|".join(re.escape(token) for token in longest_first) + ")"
    out = []
    for i, part in enumerate(re.split(pattern, text)):
        if i % 2:
            out.append(part)
        else:
            out.extend(cut(part))
    return out
