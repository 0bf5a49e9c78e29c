"""Right ways to cut a text into words; the grader must accept every one of them."""

import itertools
import re


def _kind(character):
    if character.isspace():
        return "white"
    if character.isalpha():
        return "letter"
    return "digit" if character.isdecimal() else "sign"


def _refuse(allowed):
    if not all(allowed):
        raise ValueError("empty")


def variant_one_loop(text, allowed):
    """Walk through the text character by character."""
    _refuse(allowed)
    pieces, i = [], 0
    while i < len(text):
        fitting = [name for name in allowed if text.startswith(name, i)]
        if fitting:
            pieces.append(max(fitting, key=len))
            i += len(pieces[-1])
            continue
        end = i
        while end < len(text) and not any(text.startswith(name, end) for name in allowed):
            end += 1
        while i < end:
            start = i
            if text[i].isspace():
                while i < end and text[i].isspace():
                    i += 1
                if i == end:
                    pieces.append(text[start:i])
                    break
                if i - start > 1:
                    pieces.append(text[start : i - 1])
                start = i - 1
                if text[start] != " ":
                    pieces.append(text[start])
                    start = i
            kind = _kind(text[i])
            while i < end and _kind(text[i]) == kind:
                i += 1
            pieces.append(text[start:i])
    return pieces


def variant_groups(text, allowed):
    """Group characters by their kind, then move spaces to the groups after them."""
    _refuse(allowed)

    def cut(part):
        runs = ["".join(run) for _, run in itertools.groupby(part, _kind)]
        pieces = []
        for place, run in enumerate(runs):
            if not run.isspace() or place == len(runs) - 1:
                before = runs[place - 1] if place else ""
                sticks = before.isspace() and before[-1] == " " and not run.isspace()
                pieces.append(" " + run if sticks else run)
            else:
                head, last = run[:-1], run[-1]
                pieces += [head] if head else []
                pieces += [last] if last != " " else []
        return pieces

    if not allowed:
        return cut(text)
    parts = re.split("(" + "|".join(re.escape(name) for name in sorted(allowed, key=lambda name: -len(name))) + ")", text)
    return sum(([part] if part in allowed else cut(part) for part in parts), [])


def variant_one_pattern(text, allowed):
    """Put special tokens and words into one pattern, with a look ahead to the next special token."""
    _refuse(allowed)
    names = "|".join(re.escape(name) for name in sorted(set(allowed), key=len, reverse=True)) or "(?!)"
    free = f"(?!{names})"
    word = "|".join(f" ?(?:{free}{kind})+" for kind in (r"[^\W\d_]", r"\d", r"[^\w\s]|_".join(("(?:", ")"))))
    word = word.replace(" ?(?:", f"(?:{free} (?={free}\\S))?(?:")
    space = rf"(?:{free}\s)+(?={names}|\Z)|(?:{free}\s)+(?=\s)|\s"
    return [found.group() for found in re.finditer(f"{names}|{word}|{space}", text)]


def variant_partition(text, allowed):
    """Look for the first special token, cut what is before it, and go on behind it."""
    _refuse(allowed)
    word = re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:_|[^\w\s])+|\s+$|\s+(?=\s)|\s")
    pieces = []
    while True:
        places = [(text.find(name), -len(name), name) for name in allowed if name in text]
        if not places:
            return pieces + word.findall(text)
        place, _, name = min(places)
        pieces.extend(word.findall(text[:place]))
        pieces.append(name)
        text = text[place + len(name) :]


def variant_recursive(text, allowed):
    """Cut off the first piece and leave the rest to a second call; a tuple comes back."""
    _refuse(allowed)
    if not text:
        return ()
    here = [name for name in allowed if text.startswith(name)]
    if here:
        first = max(here, key=len)
        return (first, *variant_recursive(text[len(first) :], allowed))
    until = min((text.find(name) for name in allowed if name in text), default=len(text))
    first = re.match(r" ?[^\W\d_]+| ?\d+| ?(?:[^\w\s]|_)+|\s+(?!\S)|\s", text[:until]).group()
    return (first, *variant_recursive(text[len(first) :], allowed))


def variant_state_machine(text, allowed):
    """Keep one open piece and decide for each character whether it joins."""
    _refuse(allowed)

    def cut(part):
        pieces, open_piece = [], ""
        for character in part:
            kind = _kind(character)
            if kind == "white":
                joins = open_piece.isspace()
            elif open_piece.isspace() and kind != "white":
                if open_piece[:-1]:
                    pieces.append(open_piece[:-1])
                open_piece = open_piece[-1]
                joins = open_piece == " "
            else:
                joins = bool(open_piece) and _kind(open_piece[-1]) == kind
            if joins or not open_piece:
                open_piece += character
            else:
                pieces.append(open_piece)
                open_piece = character
        return [*pieces, open_piece] if open_piece else pieces

    pieces, rest = [], ""
    while text:
        here = sorted((name for name in allowed if text.startswith(name)), key=len)
        if here:
            pieces += [*cut(rest), here[-1]]
            rest, text = "", text[len(here[-1]) :]
        else:
            rest, text = rest + text[0], text[1:]
    return pieces + cut(rest)


def variant_cut_where_the_kind_changes(text, allowed):
    """Look for special tokens at each place, and cut what lies before them run by run."""
    _refuse(allowed)

    def cut(part):
        pieces, i = [], 0
        while i < len(part):
            end = i
            while end < len(part) and _kind(part[end]) == _kind(part[i]):
                end += 1
            if _kind(part[i]) != "white" or end == len(part):
                pieces.append(part[i:end])
                i = end
                continue
            if end - i > 1:
                pieces.append(part[i : end - 1])
            last, i = end - 1, end
            if part[last] != " ":
                pieces.append(part[last])
                continue
            while i < len(part) and _kind(part[i]) == _kind(part[end]):
                i += 1
            pieces.append(part[last:i])
        return pieces

    longest_first, pieces, begin, i = sorted(allowed, key=len, reverse=True), [], 0, 0
    while i < len(text):
        for special in longest_first:
            if text.startswith(special, i):
                pieces += [*cut(text[begin:i]), special]
                i += len(special)
                begin = i
                break
        else:
            i += 1
    return pieces + cut(text[begin:])
