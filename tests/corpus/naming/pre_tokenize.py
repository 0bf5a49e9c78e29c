"""Wrong versions of cutting a text into words, as learners write them."""

import re


def _specials(text, allowed, cut):
    if any(name == "" for name in allowed):
        raise ValueError("empty")
    if not allowed:
        return cut(text)
    out = []
    longest_first = sorted(allowed, key=lambda name: len(name), reverse=True)
    for part in re.split("(" + "|".join(re.escape(name) for name in longest_first) + ")", text):
        out += [part] if part in allowed else cut(part)
    return out


def _loop(part, kinds, sticks=" "):
    out = []
    i = 0
    while i < len(part):
        j = i
        if part[i].isspace():
            while j < len(part) and part[j].isspace():
                j += 1
            if j == len(part):
                out.append(part[i:])
                break
            if j - i > 1:
                out.append(part[i : j - 1])
            i = j - 1
            if part[i] not in sticks:
                out.append(part[i])
                i = j
        kind = kinds(part[j])
        while j < len(part) and kinds(part[j]) == kind:
            j += 1
        out.append(part[i:j])
        i = j
    return out


def _kinds(c):
    return (c.isalpha(), c.isdecimal(), c.isspace())


def split_at_blanks(text, allowed):
    """Uses str.split, as one would for words.

    makes: spaces_lost
    """
    return _specials(text, allowed, lambda part: [w for w in re.findall(r"[^\W\d_]+|\d+|(?:[^\w\s]|_)+", part)])


def word_characters(text, allowed):
    """Uses w for letters.

    makes: underscore_is_a_letter
    """
    return _specials(text, allowed, re.compile(r" ?\w+| ?[^\w\s]+|\s+(?!\S)|\s").findall)


def alnum_kind(text, allowed):
    """Asks isalnum for letters and digits alike.

    makes: digits_are_letters
    """
    return _specials(text, allowed, lambda part: _loop(part, lambda c: (c.isalnum(), c.isspace())))


def tabs_stick(text, allowed):
    """Lets any white space stick.

    makes: line_ends_stick
    """
    return _specials(text, allowed, lambda part: _loop(part, _kinds, " \n\t"))


def each_sign(text, allowed):
    """A piece for each sign.

    makes: signs_one_by_one
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+| ?\d+| ?[^\w\s]| ?_|\s+(?!\S)|\s").findall)


def each_digit(text, allowed):
    """A piece for each digit, as in Llama.

    makes: digits_one_by_one
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+| ?[0-9]| ?(?:[^\w\s]|_)+|\s+$|\s+(?=\s)|\s").findall)


def no_special(text, allowed):
    """Takes no notice of the second argument.

    makes: never_found, empty_name_ignored
    """
    return _loop(text, _kinds)


def pattern_of_names(text, allowed):
    """Joins the names without escaping them.

    makes: not_escaped
    """
    if "" in allowed:
        raise ValueError
    cut = re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s").findall
    if not allowed:
        return cut(text)
    out = []
    at = 0
    for match in re.finditer("|".join(sorted(allowed, key=len)[::-1]), text):
        out.extend(cut(text[at : match.start()]))
        out.append(match.group())
        at = match.end()
    out.extend(cut(text[at:]))
    return out


def order_as_given(text, allowed):
    """Tries the names in the order of the list.

    makes: list_decides
    """
    if "" in allowed:
        raise ValueError
    out, rest, i = [], "", 0
    while i < len(text):
        name = next((name for name in allowed if text[i:].startswith(name)), None)
        if name:
            out += [*_loop(rest, _kinds), name]
            rest = ""
            i += len(name)
        else:
            rest += text[i]
            i += 1
    return out + _loop(rest, _kinds)


def split_without_group(text, allowed):
    """Splits at the names without keeping them.

    makes: special_lost
    """
    if "" in allowed:
        raise ValueError
    parts = [text]
    for name in sorted(allowed, key=len, reverse=True):
        parts = [each for part in parts for each in part.split(name)]
    return [piece for part in parts for piece in _loop(part, _kinds)]


def no_check_of_names(text, allowed):
    """Skips empty names.

    makes: empty_name_ignored
    """
    return _specials(text, [name for name in allowed if len(name) > 0], lambda part: _loop(part, _kinds))


def end_like_the_middle(text, allowed):
    """Treats white space at the end like that before a word.

    makes: end_is_cut
    """

    def cut(part):
        out = []
        for run in re.findall(r"\s+| ?\S+", part):
            out.append(run)
        pieces = _loop(part, _kinds)
        if pieces and pieces[-1].isspace() and len(pieces[-1]) > 1:
            pieces[-1:] = [pieces[-1][:-1], pieces[-1][-1]]
        return pieces

    return _specials(text, allowed, cut)


def small_letters(text, allowed):
    """Makes all letters small first.

    makes: nothing listed
    """
    return _specials(text.lower(), allowed, lambda part: _loop(part, _kinds))


def without_the_last(text, allowed):
    """Loses the last piece, which is added only when the kind changes.

    makes: nothing listed
    """
    return _specials(text, allowed, lambda part: _loop(part, _kinds))[:-1]


def capitals_begin_a_word(text, allowed):
    """Cuts before a capital letter.

    makes: nothing listed
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_][^\W\d_A-Z]*| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s").findall)


def decimals_stay(text, allowed):
    """Keeps a number with a point in one piece.

    makes: nothing listed
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+| ?\d+(?:\.\d+)?| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s").findall)


def apostrophes_stay(text, allowed):
    """Keeps the endings of English words with them.

    makes: nothing listed
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+(?:'[a-z]+)?| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s").findall)


def text_in_one(text, allowed):
    """Returns the pieces with bars between them.

    makes: nothing listed
    """
    return "|".join(_specials(text, allowed, lambda part: _loop(part, _kinds)))


def stripped_first(text, allowed):
    """Strips the text before cutting it.

    makes: nothing listed
    """
    return _specials(text.strip(), allowed, lambda part: _loop(part.strip(), _kinds))


def specials_at_the_end(text, allowed):
    """Collects the special tokens after the words.

    makes: nothing listed
    """
    pieces = _specials(text, allowed, lambda part: _loop(part, _kinds))
    return [piece for piece in pieces if piece not in allowed] + [piece for piece in pieces if piece in allowed]


def pairs_with_flags(text, allowed):
    """Returns pairs that say whether a piece is special.

    makes: nothing listed
    """
    return [(piece, piece in allowed) for piece in _specials(text, allowed, lambda part: _loop(part, _kinds))]


def white_space_by_kind(text, allowed):
    """Cuts white space where one character of it differs from the next.

    makes: nothing listed
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+| +(?!\S)|\n+|\t+|\s").findall)


def spaces_that_do_not_break(text, allowed):
    """Lets any white space stick but line ends and tabs.

    makes: no_break_spaces_stick
    """
    return _specials(text, allowed, lambda part: _loop(part, _kinds, [" ", "\u00a0"]))


def four_white_characters(text, allowed):
    """Knows four characters of white space.

    makes: only_ascii_white_space
    """
    part = r" ?[^\W\d_]+| ?\d+| ?(?:[^\w \n\t\r]|_)+|[ \n\t\r]+(?![^ \n\t\r])|[ \n\t\r]"
    return _specials(text, allowed, re.compile(part).findall)


def ten_digits(text, allowed):
    """Compares with the ten digits.

    makes: only_0_to_9
    """
    return _specials(text, allowed, lambda part: _loop(part, lambda c: (c.isalpha(), c in "0123456789", c.isspace())))


def longest_first_in_place(text, allowed):
    """Sorts the names where they are.

    makes: changes_its_input
    """
    allowed.sort(key=len, reverse=True)
    return _specials(text, allowed, lambda part: _loop(part, _kinds))


def accents_with_letters(text, allowed):
    """Takes combining accents for letters.

    makes: nothing listed
    """
    return _specials(text, allowed, lambda part: _loop(part, lambda c: _kinds("a" if "\u0300" <= c <= "\u036f" else c)))


def windows_line_ends(text, allowed):
    """Keeps the two characters of a line end together.

    makes: nothing listed
    """
    return _specials(text, allowed, re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\r\n|\s+(?!\S)|\s").findall)


def names_in_any_case(text, allowed):
    """Finds special tokens in small letters and capitals.

    makes: nothing listed
    """
    if "" in allowed:
        raise ValueError
    cut = re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s").findall
    if not allowed:
        return cut(text)
    names = "|".join(map(re.escape, sorted(allowed, key=len)[::-1]))
    parts = enumerate(re.split(f"({names})", text, flags=re.IGNORECASE))
    return [piece for n, part in parts for piece in ([part] if n % 2 else cut(part))]


PIECE = r" ?[^\W\d_]+| ?\d+| ?(?:_|[^\w\s])+|\s+(?!\S)|\s"


def _parts(text, allowed):
    if "" in allowed:
        raise ValueError("empty")
    if not allowed:
        return [(text, False)]
    names = "|".join(map(re.escape, sorted(allowed, key=len, reverse=True)))
    return [(part, at % 2 == 1) for at, part in enumerate(re.split(f"({names})", text))]


def _all(text, allowed, pattern):
    found = []
    for part, special in _parts(text, allowed):
        found += [part] if special else re.findall(pattern, part)
    return found


def space_stays_behind(text, allowed):
    """Leaves a space with the word before it.

    makes: space_behind_the_word
    """
    return _all(text, allowed, r"[^\W\d_]+ ?|\d+ ?|(?:_|[^\w\s])+ ?|\s+")


def as_listed(text, allowed):
    """Tries the special tokens in the order of the list.

    makes: list_decides
    """
    if "" in allowed:
        raise ValueError("empty")
    found = []
    parts = re.split("(" + "|".join(re.escape(each) for each in allowed) + ")", text) if allowed else [text]
    for at, part in enumerate(parts):
        found += [part] if at % 2 else re.findall(PIECE, part)
    return found


def apostrophes(text, allowed):
    """Cuts English endings such as 's and 'll off, as GPT-2 does.

    makes: contractions_in_one_piece
    """
    return _all(text, allowed, "'(?:s|t|re|ve|m|ll|d)|" + PIECE)


def lines_on_their_own(text, allowed):
    """Makes each line end a piece of its own.

    makes: nothing listed
    """
    return _all(text, allowed, r"\n| ?[^\W\d_]+| ?\d+| ?(?:_|[^\w\s])+|[^\S\n]+(?!\S)|[^\S\n]+?(?=[^\S\n])|\s")


def humps(text, allowed):
    """Cuts before a capital letter within a word.

    makes: nothing listed
    """
    found = []
    for piece in _all(text, allowed, PIECE):
        found += [piece] if piece in allowed else [each for each in re.split(r"(?<=[a-z])(?=[A-Z])", piece) if each]
    return found
