"""Wrong versions of encoding a word, as learners write them."""


def _join(pieces, pair):
    out, i = [], 0
    while i < len(pieces):
        if i + 1 < len(pieces) and (pieces[i], pieces[i + 1]) == tuple(pair):
            out.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            out.append(pieces[i])
            i += 1
    return out


def longest_match(word, merges):
    """Cuts off the longest known piece from the left.

    makes: longest_piece_first
    """
    known = {a + b for a, b in merges}
    out, i = [], 0
    while i < len(word):
        j = len(word)
        while j > i + 1 and word[i:j] not in known:
            j -= 1
        out.append(word[i:j])
        i = j
    return out


def from_the_left(word, merges):
    """Joins the first known pair from the left and begins again.

    makes: leftmost_pair_first
    """
    pieces = list(word)
    again = True
    while again:
        again = False
        for i in range(len(pieces) - 1):
            if (pieces[i], pieces[i + 1]) in merges:
                pieces = pieces[:i] + [pieces[i] + pieces[i + 1]] + pieces[i + 2 :]
                again = True
                break
    return pieces


def reversed_list(word, merges):
    """Goes through the merges from the end.

    makes: backwards_through_the_list
    """
    pieces = list(word)
    for pair in merges[::-1]:
        pieces = _join(pieces, pair)
    return pieces


def list_compared_with_tuple(word, merges):
    """Compares a list slice with a tuple, which is never equal.

    makes: letters_only
    """
    pieces = list(word)
    for pair in merges:
        i = 0
        while i < len(pieces) - 1:
            if pieces[i : i + 2] == pair:
                pieces[i : i + 2] = ["".join(pair)]
            i += 1
    return pieces


def returns_after_one(word, merges):
    """Returns inside the loop after the first merge that fits.

    makes: one_pair_only
    """
    pieces = list(word)
    for pair in merges:
        if pair in zip(pieces, pieces[1:]):
            return _join(pieces, pair)
    return pieces


def joined_with_blanks(word, merges):
    """Returns one text with blanks.

    makes: pieces_in_one_text
    """
    pieces = list(word)
    for pair in merges:
        pieces = _join(pieces, pair)
    return " ".join(pieces)


def list_index_once(word, merges):
    """Joins each merge at its first place only.

    makes: first_place_only
    """
    pieces = list(word)
    for a, b in merges:
        for i in range(len(pieces) - 1):
            if pieces[i] == a and pieces[i + 1] == b:
                pieces[i] = a + b
                del pieces[i + 1]
                break
    return pieces


def empty_piece(word, merges):
    """Splits by hand, so the empty word has one empty piece.

    makes: empty_word_is_a_piece
    """
    if len(word) < 2:
        return [word]
    pieces = list(word)
    for pair in merges:
        pieces = _join(pieces, pair)
    return pieces


def first_half_of_the_list(word, merges):
    """Uses only the first half of the merges.

    makes: nothing listed
    """
    pieces = list(word)
    for pair in merges[: len(merges) // 2]:
        pieces = _join(pieces, pair)
    return pieces


def last_merge_forgotten(word, merges):
    """Leaves out the last merge.

    makes: nothing listed
    """
    pieces = list(word)
    for pair in merges[:-1]:
        pieces = _join(pieces, pair)
    return pieces


def from_the_right(word, merges):
    """Joins from right to left, which matters where places overlap.

    makes: nothing listed
    """
    pieces = list(word)
    for pair in merges:
        i = len(pieces) - 2
        while i >= 0:
            if (pieces[i], pieces[i + 1]) == pair:
                pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
                i -= 1
            i -= 1
    return pieces


def ids_returned(word, merges):
    """Returns the places of the merges.

    makes: nothing listed
    """
    pieces = list(word)
    for pair in merges:
        pieces = _join(pieces, pair)
    known = {a + b: i for i, (a, b) in enumerate(merges)}
    return [known.get(piece, -1) for piece in pieces]


def letters_sorted(word, merges):
    """Takes sets of letters, so the order does not count.

    makes: nothing listed
    """
    pieces = list(word)
    for a, b in merges:
        i = 0
        while i < len(pieces) - 1:
            if {pieces[i], pieces[i + 1]} == {a, b}:
                pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i += 1
    return pieces


def string_replace(word, merges):
    """Marks the joins with blanks in a text and splits at the end, losing pieces with blanks inside.

    makes: nothing listed
    """
    text = "|".join(word)
    for a, b in merges:
        text = text.replace(a + "|" + b, a + b, 1) if a == b else text.replace(a + "|" + b, b + a)
    return text.split("|") if text else []


def drops_the_last_letter(word, merges):
    """The loop over the letters ends one too early.

    makes: nothing listed
    """
    pieces = [word[i] for i in range(len(word) - 1)]
    for pair in merges:
        pieces = _join(pieces, pair)
    return pieces


def capital_letters(word, merges):
    """Looks the word up in small letters, and returns it so.

    makes: nothing listed
    """
    pieces = list(word.upper())
    for pair in merges:
        pieces = _join(pieces, pair)
    return pieces


def alphabetical(word, merges):
    """Sorts the merges by the alphabet.

    makes: nothing listed
    """
    pieces = list(word)
    for pair in sorted(merges):
        pieces = _join(pieces, pair)
    return pieces


def last_learned_first(word, merges):
    """Takes the pair with the largest rank.

    makes: latest_pair_first
    """
    pieces = list(word)
    while True:
        known = [(merges.index(pair), pair) for pair in zip(pieces, pieces[1:]) if pair in merges]
        if not known:
            return pieces
        pieces = _join(pieces, max(known)[1])


def rank_looked_up(word, merges):
    """Looks every pair up with dict[...].

    makes: unlearned_pair_raises
    """
    rank = {pair: i for i, pair in enumerate(merges)}
    pieces = list(word)
    while len(pieces) > 1:
        best = min(zip(pieces, pieces[1:]), key=lambda pair: rank[pair])
        pieces = _join(pieces, best)
    return pieces


def known_letters_only(word, merges):
    """Keeps only letters that some merge knows.

    makes: unknown_letters_dropped
    """
    alphabet = set()
    for left, right in merges:
        alphabet.update(left + right)
    pieces = [c for c in word if c in alphabet]
    order = {pair: i for i, pair in enumerate(merges)}
    while True:
        pairs = [p for p in zip(pieces, pieces[1:]) if p in order]
        if not pairs:
            return pieces
        pieces = _join(pieces, min(pairs, key=lambda p: order[p]))


def index_of_the_pair(word, merges):
    """Ranks the neighbours with list.index.

    makes: unlearned_pair_raises
    """
    pieces = [c for c in word]
    while len(pieces) > 1:
        neighbours = [(pieces[i], pieces[i + 1]) for i in range(len(pieces) - 1)]
        first = min(neighbours, key=merges.index)
        pieces = _join(pieces, first)
    return pieces


def end_sign_added(word, merges):
    """Adds the sign for the end of a word, as in the paper.

    makes: end_of_word_marked
    """
    pieces = list(word)
    if pieces:
        pieces[-1] += "</w>"
    rank = {pair: i for i, pair in enumerate(merges)}
    while True:
        known = sorted((rank[p], p) for p in zip(pieces, pieces[1:]) if p in rank)
        if not known:
            return pieces
        pieces = _join(pieces, known[0][1])


def list_of_the_word(word, merges):
    """Spells the word, and stops there.

    makes: letters_only
    """
    pieces = []
    for letter in word:
        pieces.append(letter)
    return pieces


def joined_from_the_right(word, merges):
    """Joins equal pairs from right to left.

    makes: nothing listed
    """
    ranks = {tuple(pair): i for i, pair in reversed(list(enumerate(merges)))}
    pieces = list(word)
    while True:
        pairs = [pair for pair in zip(pieces, pieces[1:]) if pair in ranks]
        if not pairs:
            return pieces
        a, b = min(pairs, key=ranks.get)
        i = len(pieces) - 2
        while i >= 0:
            if pieces[i] == a and pieces[i + 1] == b:
                pieces[i : i + 2] = [a + b]
                i -= 1
            i -= 1


def merges_once_through(word, merges):
    """Each merge joins only its first occurrence and then gives way to the next merge in the list.

    makes: first_place_only
    """
    pieces = [*word]
    for left, right in merges:
        for i in range(len(pieces) - 1):
            if pieces[i] == left and pieces[i + 1] == right:
                pieces[i : i + 2] = [left + right]
                break
    return pieces


def leftmost_known_pair(word, merges):
    """Joins the leftmost pair that is in the list, whatever its rank.

    makes: leftmost_pair_first
    """
    known = set(merges)

    def step(parts):
        for k, pair in enumerate(zip(parts, parts[1:])):
            if pair in known:
                return parts[:k] + ["".join(pair)] + parts[k + 2 :]
        return None

    pieces = list(word)
    while (shorter := step(pieces)) is not None:
        pieces = shorter
    return pieces


def replace_in_spaced_text(word, merges):
    """Joins with `str.replace` in a text with spaces, which also joins the ends of longer pieces.

    makes: nothing listed
    """
    text = " ".join(word)
    for left, right in merges:
        text = text.replace(f"{left} {right}", left + right)
    return text.split()


def lower_case_first(word, merges):
    """Cuts the word in lower case.

    makes: nothing listed
    """
    pieces = list(word.lower())
    rank = {pair: i for i, pair in enumerate(merges)}
    while True:
        best = min(zip(pieces, pieces[1:]), key=lambda pair: rank.get(pair, len(rank)), default=None)
        if best not in rank:
            return pieces
        out = []
        i = 0
        while i < len(pieces):
            n = 2 if tuple(pieces[i : i + 2]) == best else 1
            out.append("".join(pieces[i : i + n]))
            i += n
        pieces = out


def short_words_first(word, merges):
    """Gives short words back at once.

    makes: one_letter_stays_text
    """
    if not word[1:]:
        return word
    order, pieces = list(merges), [*word]
    while True:
        here = [order.index(pair) for pair in zip(pieces, pieces[1:]) if pair in order]
        if not here:
            return pieces
        pieces = _join(pieces, order[min(here)])
