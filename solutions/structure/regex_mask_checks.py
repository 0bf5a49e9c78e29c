"""Random automata with vocabularies, and laws of their index."""

from itertools import product

from .regex_mask import regex_mask as _reference

LETTERS = "abc"
END = "<end>"


def automata(rng, size):
    """Draw an automaton of `size` states over three letters, and tokens of none to three letters."""
    transitions = [{char: int(rng.integers(size)) for char in LETTERS if rng.random() < 0.5} for _ in range(size)]
    accepting = [state for state in range(size) if rng.random() < 0.4]
    vocab = ["".join(LETTERS[at] for at in rng.integers(0, 3, int(rng.integers(0, 4)))) for _ in range(size + 3)]
    eos = int(rng.integers(len(vocab) + 1))
    vocab.insert(eos, [END, "a", ""][int(rng.integers(3))])
    return {"transitions": transitions, "accepting": accepting, "vocab": vocab, "eos": eos}


def can_be_written(transitions, accepting, vocab, eos):
    """Refuse automata in which no text can be finished."""
    try:
        _reference(transitions, accepting, vocab, eos)
    except ValueError:
        return False
    return True


def can_be_finished(near, transitions, accepting, vocab, eos):
    """From the state after every allowed token, allowed tokens lead on to the end."""
    (result,) = yield [{"transitions": transitions, "accepting": accepting, "vocab": vocab, "eos": eos}]
    index = _index(result, transitions)
    if index is None:
        return f"the index is not a dict with the {len(transitions)} states, each with a dict"
    finished = {state for state, tokens in index.items() if eos in tokens}
    while more := {state for state in index if finished & set(index[state].values())} - finished:
        finished |= more
    for state, tokens in index.items():
        for token, then in tokens.items():
            if then not in finished:
                return (
                    f"token {token} ({vocab[token]!r}) may come in state {state}; in state {then} no way leads to eos"
                )
    return None


def matching_texts_pass(near, transitions, accepting, vocab, eos):
    """Up to three tokens whose text the automaton accepts, character by character, are let through to the end."""
    (result,) = yield [{"transitions": transitions, "accepting": accepting, "vocab": vocab, "eos": eos}]
    index = _index(result, transitions)
    if index is None:
        return f"the index is not a dict with the {len(transitions)} states, each with a dict"
    useful = [token for token, text in enumerate(vocab) if text and token != eos]
    for count in range(4):
        for tokens in product(useful, repeat=count):
            text = "".join(vocab[token] for token in tokens)
            if _matches(text, transitions, accepting) and not _passes([*tokens, eos], index):
                return f"the tokens {[vocab[token] for token in tokens]} make {text!r}, which matches, but are banned"
    return None


def _matches(text, transitions, accepting):
    """Say whether an automaton reads a text to an accepting state."""
    state = 0
    for char in text:
        if char not in transitions[state]:
            return False
        state = transitions[state][char]
    return state in accepting


def _passes(tokens, index):
    """Say whether an index lets tokens through, one after the other."""
    state = 0
    for token in tokens:
        if token not in index.get(state, {}):
            return False
        state = index[state][token]
    return True


def _index(result, transitions):
    """Return the index of a result, None if it has another form."""
    if not (isinstance(result, list | tuple) and len(result) == 2 and isinstance(result[0], dict)):
        return None
    index = result[0]
    if set(index) != set(range(len(transitions))) or not all(isinstance(each, dict) for each in index.values()):
        return None
    return index
