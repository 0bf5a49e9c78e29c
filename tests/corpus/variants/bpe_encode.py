"""Right ways to cut a word into tokens; the grader must accept every one of them."""

import heapq
import re


def variant_through_the_list(word, merges):
    """Go through the merges from the front and join each everywhere."""
    pieces = list(word)
    for left, right in merges:
        i, joined = 0, []
        while i < len(pieces):
            if i + 1 < len(pieces) and pieces[i] == left and pieces[i + 1] == right:
                joined.append(left + right)
                i += 2
            else:
                joined.append(pieces[i])
                i += 1
        pieces = joined
    return pieces


def variant_one_place_at_a_time(word, merges):
    """Join the leftmost place of the lowest rank, again and again, as tiktoken does."""
    rank = dict(zip(merges, range(len(merges)), strict=True))
    pieces = [letter for letter in word]
    while len(pieces) > 1:
        ranks = [rank.get((pieces[i], pieces[i + 1]), len(merges)) for i in range(len(pieces) - 1)]
        best = min(ranks)
        if best == len(merges):
            break
        i = ranks.index(best)
        pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
    return pieces


def variant_list_index(word, merges):
    """Look ranks up with list.index; a tuple comes back."""
    pieces = tuple(word)
    while True:
        pairs = [(pieces[i], pieces[i + 1]) for i in range(len(pieces) - 1)]
        candidates = sorted((merges.index(pair), pair) for pair in pairs if pair in merges)
        if not candidates:
            return pieces
        left, right = candidates[0][1]
        out = []
        for piece in pieces:
            if out and out[-1] == left and piece == right:
                out[-1] = left + right
            else:
                out.append(piece)
        pieces = tuple(out)


def variant_recursive(word, merges):
    """Split at the pair of the lowest rank and join on the way."""

    def join(pieces, pair):
        if len(pieces) < 2:
            return list(pieces)
        if tuple(pieces[:2]) == pair:
            return [pieces[0] + pieces[1], *join(pieces[2:], pair)]
        return [pieces[0], *join(pieces[1:], pair)]

    def encode(pieces, rest):
        for number, pair in enumerate(rest):
            if any(pieces[i : i + 2] == list(pair) for i in range(len(pieces))):
                return encode(join(pieces, pair), rest[number + 1 :])
        return pieces

    return encode(list(word), merges)


def variant_regex(word, merges):
    """Replace in a text with a separator between the pieces."""
    if not word:
        return []
    text = "\x1f".join(word)
    for left, right in merges:
        pattern = "(?:(?<=\x1f)|^)" + re.escape(left) + "\x1f" + re.escape(right) + "(?=\x1f|$)"
        text = re.sub(pattern, lambda match: match.group().replace("\x1f", ""), text)
    return text.split("\x1f")


def variant_heap(word, merges):
    """Keep candidate places in a heap and links between pieces."""
    rank = {pair: number for number, pair in enumerate(merges)}
    pieces = list(word)
    after = list(range(1, len(pieces) + 1))
    heap = []

    def push(i):
        j = after[i]
        if j < len(pieces) and (pieces[i], pieces[j]) in rank:
            heapq.heappush(heap, (rank[pieces[i], pieces[j]], i, pieces[i], pieces[j]))

    for i in range(len(pieces)):
        push(i)
    alive = [True] * len(pieces)
    while heap:
        _, i, left, right = heapq.heappop(heap)
        j = after[i]
        if not alive[i] or pieces[i] != left or j >= len(pieces) or pieces[j] != right:
            continue
        pieces[i] += pieces[j]
        alive[j] = False
        after[i] = after[j]
        push(i)
        before = [k for k in range(i) if alive[k]]
        if before:
            push(before[-1])
    return [piece for piece, is_alive in zip(pieces, alive, strict=True) if is_alive]
