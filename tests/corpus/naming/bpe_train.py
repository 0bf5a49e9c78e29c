"""Wrong versions of learning merges, as learners write them."""
from collections import Counter
from collections import Counter, defaultdict


def _join(pieces, pair):
    out, i = [], 0
    while i < len(pieces):
        if i + 1 < len(pieces) and (pieces[i], pieces[i + 1]) == pair:
            out.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            out.append(pieces[i])
            i += 1
    return out


def _pairs(corpus):
    counts = defaultdict(int)
    for pieces, n in corpus:
        for i in range(len(pieces) - 1):
            counts[pieces[i], pieces[i + 1]] += n
    return counts


def each_word_once(words, n_merges):
    """Counts each word once.

    makes: word_counts_ignored
    """
    corpus = [(list(w), 1) for w in words]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = sorted(counts, key=lambda p: (-counts[p], p))[0]
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def larger_of_equals(words, n_merges):
    """Takes max with the pair as tie-break.

    makes: larger_pair_wins_ties
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    while len(merges) < n_merges:
        counts = _pairs(corpus)
        if not counts:
            return merges
        best = max((n, p) for p, n in counts.items())[1]
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def most_common(words, n_merges):
    """Uses Counter.most_common, which keeps the first of equals.

    makes: first_seen_wins_ties
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = Counter(_pairs(corpus))
        if not counts:
            break
        ((best, _),) = counts.most_common(1)
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def counted_before_the_loop(words, n_merges):
    """Counts before the loop and takes the commonest in turn.

    makes: counted_only_once
    """
    counts = _pairs([(list(w), n) for w, n in words.items()])
    merges = []
    for _ in range(n_merges):
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        del counts[best]
    return merges


def not_worth_it(words, n_merges):
    """Stops if the best count is 1.

    makes: rare_pairs_refused
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        best = min(counts, key=lambda p: (-counts[p], p), default=None)
        if best is None or counts[best] <= 1:
            break
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def max_of_nothing(words, n_merges):
    """Does not ask whether a pair is left.

    makes: no_pair_left_raises
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        top = max(counts.values())
        best = sorted(p for p in counts if counts[p] == top)[0]
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def new_pieces(words, n_merges):
    """Returns the joined texts.

    makes: joined_pieces_returned
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append("".join(best))
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def pairs_in_a_set(words, n_merges):
    """Counts a pair once per word.

    makes: once_per_word
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for pieces, n in corpus:
            for pair in set(zip(pieces, pieces[1:])):
                counts[pair] += n
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def rarest_first(words, n_merges):
    """Joins the rarest pair.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def joined_from_the_right(words, n_merges):
    """Joins from right to left.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p[::-1], best[::-1])[::-1], n) for p, n in corpus]
        corpus = [([x if x not in (best[1] + best[0],) else "".join(best) for x in p], n) for p, n in corpus]
    return merges


def longest_pair_of_equals(words, n_merges):
    """Takes the longest of equally common pairs.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], -len(p[0] + p[1]), p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def second_piece_decides(words, n_merges):
    """Compares the second pieces of equally common pairs first.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p[1], p[0]))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def first_letters_only(words, n_merges):
    """Counts only the first pair of each word.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs([(p[:2], n) for p, n in corpus])
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def end_of_word_marked(words, n_merges):
    """Adds an end-of-word sign to every word.

    makes: end_of_word_marked
    """
    corpus = [([*w, "</w>"], n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def one_too_many(words, n_merges):
    """Learns one merge too many.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges + 1):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def last_pair_of_a_word_missing(words, n_merges):
    """The range over the pairs ends one too early.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for pieces, n in corpus:
            for i in range(len(pieces) - 2):
                counts[pieces[i], pieces[i + 1]] += n
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def pairs_as_lists(words, n_merges):
    """Returns the counts with the pairs.

    makes: nothing listed
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append((best, counts[best]))
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def one_long_text(words, n_merges):
    """Puts all words into one text, each as often as it occurs.

    makes: pairs_across_words
    """
    pieces = []
    for word, n in words.items():
        pieces += list(word) * n
    merges = []
    for _ in range(n_merges):
        counts = _pairs([(pieces, 1)])
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        pieces = _join(pieces, best)
    return merges


def do_while(words, n_merges):
    """Tests the number after the first merge.

    makes: at_least_one
    """
    corpus, merges = [(list(w), n) for w, n in words.items()], []
    while True:
        counts = _pairs(corpus)
        if not counts:
            return merges
        best = min(counts, key=lambda p: (-counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
        if len(merges) >= n_merges:
            return merges


def max_and_nothing_left(words, n_merges):
    """Takes the larger of equals, and does not ask whether a pair is left.

    makes: larger_pair_wins_ties, no_pair_left_raises
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = _pairs(corpus)
        best = max(counts, key=lambda p: (counts[p], p))
        merges.append(best)
        corpus = [(_join(p, best), n) for p, n in corpus]
    return merges


def _join_pair(pieces, pair):
    out, i = [], 0
    while i < len(pieces):
        if tuple(pieces[i : i + 2]) == pair:
            out.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            out.append(pieces[i])
            i += 1
    return out


def plain_max(words, n_merges):
    """Takes max() of the counter, so the first one met wins ties.

    makes: first_seen_wins_ties
    """
    split = {word: list(word) for word in words}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for word, n in words.items():
            for pair in zip(split[word], split[word][1:]):
                counts[pair] += n
        if not counts:
            break
        best = max(counts, key=counts.get)
        merges.append(best)
        split = {word: _join_pair(pieces, best) for word, pieces in split.items()}
    return merges


def adds_one_for_each_word(words, n_merges):
    """Counts each place once and forgets how often the word occurs.

    makes: word_counts_ignored
    """
    split = [list(word) for word in words]
    merges = []
    while len(merges) < n_merges:
        counts = Counter(pair for pieces in split for pair in zip(pieces, pieces[1:]))
        if not counts:
            return merges
        pair = min(counts, key=lambda each: (-counts[each], each))
        merges.append(pair)
        split = [_join_pair(pieces, pair) for pieces in split]
    return merges


def longest_pair_first(words, n_merges):
    """Prefers the longest joined piece among the equally common.

    makes: nothing listed
    """
    split = {word: list(word) for word in words}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for word, n in words.items():
            for pair in zip(split[word], split[word][1:]):
                counts[pair] += n
        if not counts:
            break
        best = min(counts, key=lambda each: (-counts[each], -len(each[0] + each[1]), each))
        merges.append(best)
        split = {word: _join_pair(pieces, best) for word, pieces in split.items()}
    return merges


def rarest_pair(words, n_merges):
    """Joins the rarest pair.

    makes: nothing listed
    """
    split = {word: list(word) for word in words}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for word, n in words.items():
            for pair in zip(split[word], split[word][1:]):
                counts[pair] += n
        if not counts:
            break
        best = min(counts, key=lambda each: (counts[each], each))
        merges.append(best)
        split = {word: _join_pair(pieces, best) for word, pieces in split.items()}
    return merges


def at_least_as_common(words, n_merges):
    """Looks for the commonest pair with >=.

    makes: last_seen_wins_ties
    """
    spelled = {w: tuple(w) for w in words}
    result = []
    for _ in range(n_merges):
        table = {}
        for w, n in words.items():
            s = spelled[w]
            for i in range(len(s) - 1):
                table[s[i], s[i + 1]] = table.get((s[i], s[i + 1]), 0) + n
        if not table:
            break
        best, most = None, 0
        for pair, n in table.items():
            if n >= most:
                best, most = pair, n
        result.append(best)
        for w, s in spelled.items():
            spelled[w] = tuple(_join_pair(list(s), best))
    return result


def joins_once_and_breaks(words, n_merges):
    """Breaks out of the loop over a word after the first join.

    makes: first_place_only
    """
    vocab = [[list(w), n] for w, n in words.items()]
    merges = []
    while len(merges) < n_merges:
        counts = defaultdict(int)
        for letters, n in vocab:
            for a, b in zip(letters, letters[1:]):
                counts[a, b] += n
        if not counts:
            return merges
        top = max(counts.values())
        pair = min(p for p in counts if counts[p] == top)
        merges.append(pair)
        for letters, _ in vocab:
            for i in range(len(letters) - 1):
                if (letters[i], letters[i + 1]) == pair:
                    letters[i : i + 2] = [pair[0] + pair[1]]
                    break
    return merges


def replaces_in_spaced_text(words, n_merges):
    """Replaces "a b" in the spaced word, also where a is only the end of a piece.

    makes: nothing listed
    """
    vocab = {" ".join(w): n for w, n in words.items()}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for text, n in vocab.items():
            pieces = text.split(" ")
            for pair in zip(pieces, pieces[1:]):
                counts[pair] += n
        if not counts:
            break
        best = sorted(counts, key=lambda pair: (-counts[pair], pair))[0]
        merges.append(best)
        new = {}
        for text, n in vocab.items():
            new[text.replace(" ".join(best), "".join(best))] = n
        vocab = new
    return merges


def notes_but_never_joins(words, n_merges):
    """Notes the pair down and assigns the joined word to the loop variable.

    makes: nothing_joined
    """
    corpus = [(list(w), n) for w, n in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for letters, n in corpus:
            for pair in zip(letters, letters[1:]):
                counts[pair] += n
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        for letters, n in corpus:
            letters = _join_pair(letters, best)
    return merges


def first_counted_wins_tie(words, n_merges):
    """Of equally common pairs, the one that was counted first is joined (Counter.most_common).

    makes: first_seen_wins_ties
    """
    from collections import Counter
    spelled = [(list(w), c) for w, c in words.items()]
    result = []
    while len(result) < n_merges:
        pairs = Counter()
        for parts, c in spelled:
            for pair in zip(parts, parts[1:]):
                pairs[pair] += c
        if not pairs:
            return result
        (best, _), = pairs.most_common(1)
        result.append(best)
        for parts, _ in spelled:
            i = 0
            while i < len(parts) - 1:
                if (parts[i], parts[i + 1]) == best:
                    parts[i] += parts.pop(i + 1)
                i += 1
    return result


def pair_once_per_word(words, n_merges):
    """A pair that occurs twice in a word counts only once (a set of pairs).

    makes: once_per_word
    """
    def join(parts, pair):
        out = []
        for piece in parts:
            if out and not fresh and (out[-1], piece) == pair:
                out[-1] += piece
                fresh = True
            else:
                out.append(piece)
                fresh = False
        return out

    texts = {w: list(w) for w in words}
    merges = []
    for _ in range(n_merges):
        counts = {}
        for w, parts in texts.items():
            for pair in {(parts[i], parts[i + 1]) for i in range(len(parts) - 1)}:
                counts[pair] = counts.get(pair, 0) + words[w]
        if len(counts) == 0:
            break
        pair = sorted(counts, key=lambda each: (-counts[each], each))[0]
        merges.append(pair)
        new = {}
        for w, parts in texts.items():
            out, i = [], 0
            while i < len(parts):
                if tuple(parts[i : i + 2]) == pair:
                    out.append(parts[i] + parts[i + 1])
                    i += 2
                else:
                    out.append(parts[i])
                    i += 1
            new[w] = out
        texts = new
    return merges


def spaced_text_replaced(words, n_merges):
    """Joins with `str.replace` in a text with spaces, which also joins the ends of longer pieces.

    makes: nothing listed
    """
    from collections import Counter
    spelled = {" ".join(word): n for word, n in words.items()}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for text, n in spelled.items():
            parts = text.split(" ")
            for pair in zip(parts, parts[1:]):
                counts[pair] += n
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        new = Counter()
        for text, n in spelled.items():
            new[text.replace(" ".join(best), "".join(best))] += n
        spelled = new
    return merges
