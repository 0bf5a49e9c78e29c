"""Right ways to work out the index of an automaton; the grader must accept every one of them."""

from collections import deque
from functools import reduce

import numpy as np


def variant_loops(transitions, accepting, vocab, eos):
    """Walk, mark what is alive until nothing changes, and fill both results in one go."""
    steps = []
    for state in range(len(transitions)):
        row = {}
        for token in range(len(vocab)):
            if token == eos or vocab[token] == "":
                continue
            here = state
            fits = True
            for char in vocab[token]:
                if char not in transitions[here]:
                    fits = False
                    break
                here = transitions[here][char]
            if fits:
                row[token] = here
        steps.append(row)
    alive = [state in accepting for state in range(len(transitions))]
    is_changed = True
    while is_changed:
        is_changed = False
        for state, row in enumerate(steps):
            if not alive[state] and any(alive[then] for then in row.values()):
                alive[state] = True
                is_changed = True
    if not alive[0]:
        raise ValueError("no text can be finished")
    index = {}
    masks = []
    for state, row in enumerate(steps):
        index[state] = {}
        mask = [False] * len(vocab)
        for token, then in row.items():
            if alive[then]:
                index[state][token] = then
                mask[token] = True
        if state in accepting:
            index[state][eos] = state
            mask[eos] = True
        masks.append(mask)
    return index, masks


def variant_matrices(transitions, accepting, vocab, eos):
    """Keep a table of next states with -1 for none, and find what is alive with a matrix of ways."""
    size = len(transitions)
    table = np.full((size + 1, len(vocab)), -1)
    characters = {char for each in transitions for char in each}
    step = {char: np.array([each.get(char, -1) for each in transitions] + [-1]) for char in characters}
    nowhere = np.full(size + 1, -1)
    for token, text in enumerate(vocab):
        if text and token != eos:
            table[:, token] = reduce(lambda here, char: step.get(char, nowhere)[here], text, np.r_[0:size, -1])
    table = table[:size]
    ways = np.zeros((size, size), dtype=bool)
    rows, columns = np.nonzero(table >= 0)
    ways[rows, table[rows, columns]] = True
    alive = np.isin(np.arange(size), accepting)
    for _ in range(size):
        alive = alive | (ways & alive).any(axis=1)
    if not alive[0]:
        raise ValueError("the automaton accepts nothing that these tokens can write")
    mask = (table >= 0) & alive[table]
    mask[accepting, eos] = True
    table[accepting, eos] = accepting
    return {s: {int(t): int(table[s, t]) for t in np.flatnonzero(mask[s])} for s in range(size)}, mask


def variant_backwards(transitions, accepting, vocab, eos):
    """Note for every state where it can be reached from, and search from the end."""
    before = {state: [] for state in range(len(transitions))}
    for state in before:
        for token, text in enumerate(vocab):
            then = _walk(transitions, state, text) if token != eos else None
            if then is not None and text:
                before[then].append((state, token))
    index = {state: {} for state in before}
    queue, seen = deque(accepting), set(accepting)
    while queue:
        then = queue.popleft()
        for state, token in before[then]:
            index[state][token] = then
            if state not in seen:
                seen.add(state)
                queue.append(state)
    if 0 not in seen:
        raise ValueError("dead from the start")
    for state in accepting:
        index[state].update({eos: state})
    mask = [[token in index[state] for token in range(len(vocab))] for state in index]
    return index, np.array(mask)


def variant_recursion(transitions, accepting, vocab, eos):
    """Walk by calling oneself, and ask of each state whether it can be finished."""

    def walk(state, text):
        if text == "":
            return state
        return walk(transitions[state][text[0]], text[1:]) if text[0] in transitions[state] else None

    ways = {
        state: {token: walk(state, text) for token, text in enumerate(vocab) if text and token != eos}
        for state in range(len(transitions))
    }

    def can_end(state, seen=()):
        if state is None or state in seen:
            return False
        return state in accepting or any(can_end(then, (*seen, state)) for then in set(ways[state].values()))

    if not can_end(0):
        raise ValueError("no way to the end")
    index = {}
    for state, row in ways.items():
        index[state] = {token: then for token, then in row.items() if can_end(then)}
        index[state] |= {eos: state} if state in accepting else {}
    mask = np.zeros((len(index), len(vocab)), bool)
    for state in index:
        for token in index[state]:
            mask[state, token] = True
    return [index, mask]


def variant_trie(transitions, accepting, vocab, eos):
    """Put the tokens into a tree of their characters, so that shared beginnings are walked once."""
    root = {}
    for token, text in enumerate(vocab):
        if text and token != eos:
            node = root
            for char in text:
                node = node.setdefault(char, {})
            node.setdefault("ends", []).append(token)

    def collect(node, state, found):
        for token in node.get("ends", []):
            found[token] = state
        for char, then in transitions[state].items():
            if char in node:
                collect(node[char], then, found)
        return found

    ways = [collect(root, state, {}) for state in range(len(transitions))]
    alive, count = set(accepting), -1
    while count < len(alive):
        count = len(alive)
        alive.update(state for state, row in enumerate(ways) if not alive.isdisjoint(row.values()))
    if 0 not in alive:
        raise ValueError("nothing")
    index = {}
    for state, row in enumerate(ways):
        index[state] = {token: row[token] for token in row if row[token] in alive}
        if state in accepting:
            index[state][eos] = state
    return index, np.array([np.isin(np.arange(len(vocab)), list(row)) for row in index.values()])


def _walk(transitions, state, text):
    for char in text:
        state = transitions[state].get(char)
        if state is None:
            return None
    return state
