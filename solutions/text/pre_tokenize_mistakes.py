"""Typical wrong versions of cutting a text into words."""

import re

from .pre_tokenize import WORD as _WORD
from .pre_tokenize import pre_tokenize as _pre_tokenize

LETTERS, DIGITS, SIGNS = r" ?[^\W\d_]+", r" ?\d+", r" ?(?:[^\s\w]|_)+"
SPACES = r"\s+(?!\S)|\s"


def _with_pattern(*alternatives):
    """Cut words by another pattern."""
    word = re.compile("|".join(alternatives))

    def cut(text, allowed):
        return _split(text, allowed, word.findall)

    return cut


def _split(text, allowed, cut=_WORD.findall, *, order=None, quote=re.escape):
    """Find special tokens in the way given, and cut what stands between them."""
    if "" in allowed:
        raise ValueError
    if not allowed:
        return cut(text)
    names = "|".join(map(quote, order(allowed) if order else sorted(allowed, key=len, reverse=True)))
    pieces, end = [], 0
    for found in re.finditer(names, text):
        pieces += [*cut(text[end : found.start()]), found[0]]
        end = found.end()
    return pieces + cut(text[end:])


def spaces_lost(text, allowed):
    """White space is dropped.

    The text could not be put together again, and a model would never learn where spaces go. Each character belongs to
    some piece.
    """
    return [piece.strip() if piece not in allowed else piece for piece in _pre_tokenize(text, allowed) if piece.strip()]


def spaces_apart(text, allowed):
    """Every space is a piece of its own, and none sticks to a word.

    Then almost every second token would be a space. A space right before letters, digits or signs belongs to them.
    """
    return _with_pattern(r"[^\W\d_]+", r"\d+", r"(?:[^\s\w]|_)+", SPACES)(text, allowed)


def spaces_apart__whole_runs(text, allowed):
    """A run of white space is one piece."""
    return _with_pattern(r"[^\W\d_]+", r"\d+", r"(?:[^\s\w]|_)+", r"\s+")(text, allowed)


def space_behind_the_word(text, allowed):
    """A space sticks to the word in front of it: "the " and "dog".

    It belongs to the word after it: "the" and " dog". A prompt that ends without a space then fits what follows.
    """
    return _with_pattern(r"[^\W\d_]+ ?", r"\d+ ?", r"(?:[^\s\w]|_)+ ?", r"\s")(text, allowed)


def space_behind_the_word__the_others_in_one_piece(text, allowed):
    """White space that sticks to nothing is one piece."""
    return _with_pattern(r"[^\W\d_]+ ?", r"\d+ ?", r"(?:[^\s\w]|_)+ ?", r"\s+")(text, allowed)


def all_spaces_stick(text, allowed):
    """All spaces before a word stick to it, however many there are.

    Every width of a gap would make another piece. One space sticks; those before it are a piece of their own.
    """
    return _with_pattern(r" *[^\W\d_]+", r" *\d+", r" *(?:[^\s\w]|_)+", SPACES)(text, allowed)


def line_ends_stick(text, allowed):
    """A line end or a tab sticks to the word after it, as if it were a space.

    Only a space does that. A word at the beginning of a line would otherwise be another piece than elsewhere.
    """
    return _with_pattern(r"\s?[^\W\d_]+", r"\s?\d+", r"\s?(?:[^\s\w]|_)+", SPACES)(text, allowed)


def no_break_spaces_stick(text, allowed):
    """A no-break space sticks to the word after it, as if it were a space.

    It is white space, and of that only the ordinary space sticks. It is a piece of its own.
    """
    return _with_pattern(r"[ \u00a0]?[^\W\d_]+", r"[ \u00a0]?\d+", r"[ \u00a0]?(?:[^\s\w]|_)+", SPACES)(text, allowed)


def no_break_spaces_stick__to_letters(text, allowed):
    """It sticks to letters only."""
    return _with_pattern(r"[ \u00a0]?[^\W\d_]+", DIGITS, SIGNS, SPACES)(text, allowed)


def only_ascii_white_space(text, allowed):
    """Only spaces, tabs and line ends count as white space, and others are taken for signs.

    Python's `isspace` knows more, such as the no-break space.
    """
    return _with_pattern(LETTERS, DIGITS, r" ?(?:[^ \n\t\r\w]|_)+", r"[ \n\t\r]+(?![^ \n\t\r])|[ \n\t\r]")(
        text, allowed
    )


def only_0_to_9(text, allowed):
    """Only the digits from 0 to 9 count as digits.

    Other scripts have digits of their own, such as "٣", which is 3 in Arabic. Python's `isdecimal` knows them.
    """
    return _with_pattern(LETTERS, r" ?[0-9]+", r" ?(?:[^\s\w]|_|(?![0-9])\d)+", SPACES)(text, allowed)


def white_space_whole(text, allowed):
    """White space of several characters is kept in one piece even where a word follows.

    It is cut before its last character. If that is a space it sticks to the word; if not, it is a piece of its own.
    """
    return _with_pattern(LETTERS, DIGITS, SIGNS, r"\s+(?= \S)", r"\s+")(text, allowed)


def gap_whole(text, allowed):
    """After several white characters no space is left for the word.

    All of them are one piece, and the word has no space. The last one is cut off, and sticks if it is a space.
    """
    return _with_pattern(
        r"(?<!\s) [^\W\d_]+", r"(?<!\s) \d+", r"(?<!\s) (?:[^\s\w]|_)+", r"\s+", r"[^\W\d_]+", r"\d+", r"(?:[^\s\w]|_)+"
    )(text, allowed)


def white_space_one_by_one(text, allowed):
    """Every white character that sticks to nothing is a piece of its own.

    Deep indents would cost a token for each character. Only the last one before a word is cut off.
    """
    return _with_pattern(LETTERS, DIGITS, SIGNS, r"\s")(text, allowed)


def end_is_cut(text, allowed):
    """White space at the end of a text is cut before its last character.

    That is the rule where a word follows. At the end there is none, and the white space is one piece.
    """
    return _with_pattern(LETTERS, DIGITS, SIGNS, r"\s+(?=\s)", r"\s")(text, allowed)


def digits_are_letters(text, allowed):
    """Letters and digits are kept in one piece, such as "x1".

    They are two kinds, so the text is cut between them. In regular expressions `\\w` holds both.
    """
    return _with_pattern(r" ?[^\W_]+", SIGNS, SPACES)(text, allowed)


def underscore_is_a_letter(text, allowed):
    """The sign "_" is kept together with letters.

    In regular expressions `\\w` holds it, too. Here it is a sign like any other, so "snake_case" is cut twice.
    """
    return _with_pattern(r" ?[^\W\d]+", DIGITS, r" ?[^\s\w]+", SPACES)(text, allowed)


def underscore_is_a_letter__with_digits(text, allowed):
    """All that `\\w` holds is one kind."""
    return _with_pattern(r" ?\w+", r" ?[^\s\w]+", SPACES)(text, allowed)


def underscore_apart(text, allowed):
    """The sign "_" is a kind of its own, cut off from other signs.

    Every character that is no letter, no digit and no white space is a sign. So "(_)" is one piece.
    """
    return _with_pattern(LETTERS, DIGITS, r" ?[^\s\w]+", r" ?_+", SPACES)(text, allowed)


def underscore_lost(text, allowed):
    r"""The sign "_" is in no piece.

    `\w` holds it and `[a-z]` does not, so a pattern made of the two forgets it. Put the pieces together: is it the
    text?
    """
    return _with_pattern(LETTERS, DIGITS, r" ?[^\s\w]+", SPACES)(text, allowed)


def signs_one_by_one(text, allowed):
    """Every sign is a piece of its own.

    "..." then never becomes one token. Signs next to one another are one piece, as letters are.
    """
    return _with_pattern(LETTERS, DIGITS, r" ?(?:[^\s\w]|_)", SPACES)(text, allowed)


def digits_one_by_one(text, allowed):
    """Every digit is a piece of its own.

    Llama's tokenizer does that, and for sums it has its merits. The rules here keep the digits of a number together.
    """
    return _with_pattern(LETTERS, r" ?\d", SIGNS, SPACES)(text, allowed)


def digits_in_threes(text, allowed):
    """Numbers are cut after three digits.

    GPT-4's tokenizer does that. The rules here keep the digits of a number together, whatever their number.
    """
    return _with_pattern(LETTERS, r" ?\d{1,3}", SIGNS, SPACES)(text, allowed)


def digits_in_threes__without_the_space(text, allowed):
    """No space sticks to digits, as in the pattern of cl100k, GPT-4's vocabulary."""
    return _with_pattern(LETTERS, r"\d{1,3}", SIGNS, SPACES)(text, allowed)


def contractions_in_one_piece(text, allowed):
    """The end of a contraction is one piece: "don't" becomes "don" and "'t".

    GPT-2's pattern has 's, 't, 're, 've, 'm, 'll and 'd before all others. Here an apostrophe is a sign like any other.
    """
    return _with_pattern(r"'(?:s|t|re|ve|m|ll|d)", LETTERS, DIGITS, SIGNS, SPACES)(text, allowed)


def bare_signs(text, allowed):
    """No space sticks to signs or digits, only to letters.

    The rule holds for all three kinds: " -" and " 30" are pieces, too.
    """
    return _with_pattern(LETTERS, r"\d+", r"(?:[^\s\w]|_)+", SPACES)(text, allowed)


def bare_signs__digits_have_one(text, allowed):
    """A space sticks to digits, too."""
    return _with_pattern(LETTERS, DIGITS, r"(?:[^\s\w]|_)+", SPACES)(text, allowed)


def only_a_to_z(text, allowed):
    """Only the letters from a to z count as letters.

    "naïve" would be cut in three, and whole languages would be taken for signs. Python's `isalpha` knows them all.
    """
    return _with_pattern(r" ?[A-Za-z]+", DIGITS, r" ?[^A-Za-z\d\s]+", SPACES)(text, allowed)


def always_found(text, allowed):
    """A name that looks like a special token is found whole although the caller has not allowed it.

    A user could then end a message by typing `<|im_end|>`. Only the special tokens in `allowed` are special.
    """
    looks = re.findall(r"<\|?\w+\|?>", text)
    return _pre_tokenize(text, [*allowed, *looks])


def always_found__with_bars(text, allowed):
    """Only names between "<|" and "|>" look like special tokens."""
    return _pre_tokenize(text, [*allowed, *re.findall(r"<\|\w+\|>", text)])


def never_found(text, allowed):
    """Special tokens are cut like any other text.

    The model would read signs and letters in place of the id that it has learned. Find them before anything is cut.
    """
    if "" in allowed:
        raise ValueError
    return _WORD.findall(text)


def special_lost(text, allowed):
    """Special tokens are left out of the result.

    `str.split` and `re.split` drop what they split at. Each special token is a piece.
    """
    return [piece for piece in _pre_tokenize(text, allowed) if piece not in allowed]


def first_one_only(text, allowed):
    """Each special token is found once, and further ones are cut like text.

    `partition` and `find` stop at the first place. A chat has many messages, and each ends with the same token.
    """
    if "" in allowed:
        raise ValueError
    pieces = [text]
    for name in sorted(allowed, key=len, reverse=True):
        for place, piece in enumerate(pieces):
            if name in piece and piece not in allowed:
                before, _, after = piece.partition(name)
                pieces[place : place + 1] = [before, name, after]
                break
    return [each for piece in pieces for each in ([piece] if piece in allowed else _WORD.findall(piece))]


def space_sticks_to_special(text, allowed):
    """A space before a special token sticks to it.

    The piece " <|end|>" is no special token any more: it has no id. The space is a piece of its own.
    """
    pieces = []
    for piece in _pre_tokenize(text, allowed):
        if piece in allowed and pieces and pieces[-1].isspace() and pieces[-1].endswith(" "):
            rest = pieces.pop()[:-1]
            pieces += [rest] * bool(rest) + [" " + piece]
        else:
            pieces.append(piece)
    return pieces


def list_decides(text, allowed):
    """Where several special tokens begin at one place, the one that stands first in the list counts.

    The order of the list means nothing here. The longest counts; a pattern with `|` takes the first alternative that
    fits.
    """
    return _split(text, allowed, order=list)


def shortest_first(text, allowed):
    """Where several special tokens begin at one place, the shortest counts.

    Then a longer one that begins like it would never be found. The longest counts.
    """
    return _split(text, allowed, order=lambda names: sorted(names, key=len))


def longest_anywhere_first(text, allowed):
    """The longest special token takes its places first, and others get what is left.

    The text is read from left to right: one that begins earlier counts, even if it is shorter.
    """
    if "" in allowed:
        raise ValueError
    parts = [text]
    for name in sorted(allowed, key=len, reverse=True):
        parts = [
            each
            for part in parts
            for each in ([part] if part in allowed else [p for p in re.split(f"({re.escape(name)})", part) if p])
        ]
    return [each for part in parts for each in ([part] if part in allowed else _WORD.findall(part))]


def not_escaped(text, allowed):
    """The names of special tokens are taken as patterns.

    In a regular expression "|" means "or" and "[INST]" is one letter out of four. `re.escape` makes a pattern of a
    name.
    """
    return _split(text, allowed, quote=str)


def cut_across_special(text, allowed):
    """White space in front of a special token is cut before its last character.

    The part before a special token is a text of its own, so white space there is at its end: one piece.
    """
    pieces = []
    for piece in _pre_tokenize(text, allowed):
        if piece in allowed and pieces and len(pieces[-1]) > 1 and pieces[-1].isspace():
            last = pieces.pop()
            pieces += [last[:-1], last[-1]]
        pieces.append(piece)
    return pieces


def empty_pieces(text, allowed):
    """There are empty pieces, where a special token begins or ends the text or follows another one.

    `re.split` gives the empty texts before and after what it splits at. There is no token for nothing.
    """
    if "" in allowed:
        raise ValueError
    if not allowed:
        return _WORD.findall(text) or [""]
    names = "|".join(map(re.escape, sorted(allowed, key=len, reverse=True)))
    parts = re.split(f"({names})", text)
    return [each for place, part in enumerate(parts) for each in ([part] if place % 2 else _WORD.findall(part) or [""])]


def empty_pieces__for_an_empty_text(text, allowed):
    """The empty text has an empty piece."""
    return _pre_tokenize(text, allowed) or [""]


def empty_name_ignored(text, allowed):
    """An empty special token is ignored without an error.

    The caller surely made a mistake, and should see it. The rules ask for ValueError.
    """
    return _pre_tokenize(text, [name for name in allowed if name])


def changes_its_input(text, allowed):
    """The list of special tokens that was given is sorted in place.

    The caller finds another order afterwards. `sorted` makes a list of its own.
    """
    pieces = _pre_tokenize(text, allowed)
    allowed.sort(key=len, reverse=True)
    return pieces


def changes_its_input__shortest_first(text, allowed):
    """The same with the shortest first."""
    pieces = _pre_tokenize(text, allowed)
    allowed.sort(key=len)
    return pieces
