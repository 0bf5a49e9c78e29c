"""A vocabulary, the masks that belong to it, and texts to walk through."""

import json

from .json_mask import advance, start
from .json_mask import json_mask as reference

TEXTS = [
    *("{", "}", '"', ":", ",", " ", '": "', "}}", ', "', "rue", "false}", "true", "t"),
    *("1", "12", "0", '{"', "name", "Mia", '": ', '"}', "007", "a b", ""),
]
END = "<end>"
EOS = len(TEXTS)

WITHIN_QUOTES = [text for text in TEXTS if text and '"' not in text] + ['{"', ', "']
"""Tokens that continue a key or a text, apart from those that close it."""
VALUES = ["{", '"', " ", '": "', "true", "t", "1", "12", "0", '{"', '": ', '"}']
"""Tokens that can begin a value; `": "` is a whole text, and the last three begin with a quotation mark as well."""

TABLE = {
    "": VALUES,
    "{": ["}", '"', " ", '": "', '": ', '"}'],
    '{"': [*WITHIN_QUOTES, '"', '": "', '": '],
    '{"name': [*WITHIN_QUOTES, '"', '": "', '": '],
    '{"name"': [":", " "],
    '{"name":': [*VALUES, "false}"],
    '{"name": "M': [*WITHIN_QUOTES, '"', '"}'],
    '{"name": "Mia"': ["}", ",", " ", ', "'],
    '{"name": "Mia",': ['"', " ", '": "', '": ', '"}'],
    '{"age": 1': ["}", ",", " ", ', "', "1", "12", "0"],
    '{"age": 123': ["}", ",", " ", ', "'],
    '{"old": t': ["rue"],
    '{"pet": {"age": 1': ["}", ",", " ", ', "', "1", "12", "0", "}}"],
    '{"pet": {}': ["}", ",", " ", ', "'],
    '{"age": 12}': [" ", END],
    "12": [" ", "1", "0", END],
    '"Mia': [*WITHIN_QUOTES, '"'],
    '{"age": 0': ["}", ",", " ", ', "'],
}
"""After each beginning the tokens that may come; tests/content/test_json_mask.py holds it against another reader of JSON."""


def vocabulary():
    """Return the texts of 24 tokens, and that of the end."""
    return [*TEXTS, END]


def texts_as_in_the_table(near, prefix, vocab, eos):
    """After a beginning from the table, the texts of the table are allowed, and no others; the end and "" count elsewhere."""
    (mask,) = yield [{"prefix": prefix, "vocab": vocab, "eos": eos}]
    shown = [token for token, text in enumerate(vocab) if text and token != eos]
    texts = [vocab[token] for token in shown]
    return _difference(prefix, texts, [mask[token] for token in shown], [text in TABLE[prefix] for text in texts])


def end_as_in_the_table(near, prefix, vocab, eos):
    """After a beginning from the table, the text may end or not, as the table says."""
    (mask,) = yield [{"prefix": prefix, "vocab": vocab, "eos": eos}]
    return _difference(prefix, [vocab[eos]], [mask[eos]], [vocab[eos] in TABLE[prefix]])


def token_by_token(near, prefix, vocab, eos):
    """Every token gets what the solution says."""
    (mask,) = yield [{"prefix": prefix, "vocab": vocab, "eos": eos}]
    return _difference(prefix, vocab, mask, reference(prefix, vocab, eos))


def can_be_finished(near, prefix, vocab, eos):
    """After every allowed token, the text can be completed so that Python's json module reads it."""
    (mask,) = yield [{"prefix": prefix, "vocab": vocab, "eos": eos}]
    for token, text in enumerate(vocab):
        if mask[token] and not _is_json(prefix if token == eos else _finished(prefix + text)):
            return (
                f"{_named(prefix, text)} is allowed, but {'this is' if token == eos else 'then it can become'} no JSON"
            )
    return None


def whole_texts_pass(near, pieces, vocab, eos):
    """A JSON text that is cut into tokens in any way is let through from its beginning to its end."""
    prefixes = ["".join(pieces[:count]) for count in range(len(pieces) + 1)]
    masks = yield [{"prefix": prefix, "vocab": vocab, "eos": eos} for prefix in prefixes]
    for prefix, piece, mask in zip(prefixes, [*pieces, vocab[eos]], masks, strict=True):
        if not mask[vocab.index(piece)]:
            return f"{_named(prefix, piece)} is banned, though {prefixes[-1]!r} is JSON"
    return None


def walks(rng, size):
    """Draw the vocabulary in another order, and a beginning of up to `size` tokens that may follow one another."""
    vocab = [TEXTS[place] for place in rng.permutation(len(TEXTS))]
    eos = int(rng.integers(len(vocab) + 1))
    vocab.insert(eos, END)
    prefix = ""
    for _ in range(int(rng.integers(size + 1))):
        allowed = [text for text, is_in in zip(vocab, reference(prefix, vocab, eos), strict=True) if is_in]
        text = allowed[int(rng.integers(len(allowed)))]
        if text == END:
            break
        prefix += text
    return {"prefix": prefix, "vocab": vocab, "eos": eos}


def whole_texts(rng, size):
    """Draw a JSON text in pieces of one to four characters, and a vocabulary that holds them."""
    text = json.dumps(_value(rng, depth=0))
    pieces = []
    while text:
        length = int(rng.integers(1, 5))
        pieces.append(text[:length])
        text = text[length:]
    vocab = [END, *dict.fromkeys([*pieces, *TEXTS[: size % len(TEXTS)]])]
    return {"pieces": pieces, "vocab": vocab, "eos": 0}


def _value(rng, depth):
    """Draw a text, a number of up to three digits, true or false, or an object."""
    kind = int(rng.integers(2 if depth == 0 else 0, 5)) if depth < 3 else int(rng.integers(3))
    if kind >= 3 or (kind == 2 and depth == 0):
        return {_word(rng): _value(rng, depth + 1) for _ in range(int(rng.integers(3)))}
    return [_word(rng), int(rng.integers(1000)), bool(rng.integers(2))][kind]


def _word(rng):
    """Draw a text without quotation marks."""
    return "".join("ab{}:, 0"[place] for place in rng.integers(0, 8, int(rng.integers(4))))


def _finished(text):
    """Return the text with a shortest ending that makes it whole."""
    state = start()
    for char in text:
        state = advance(state, char)
        if state is None:
            return ""
    reading, depth = state
    endings = {"value": "0", "key": '":0', "colon": ":0", "next key": '"":0', "text": '"', "first key": ""}
    ending = "" if reading == "after a value" or reading.isdigit() else endings.get(reading, reading)
    return text + ending + "}" * depth


def _is_json(text):
    """Say whether Python's json module reads a text."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _difference(prefix, vocab, mask, wanted):
    """Say in words which token is judged wrongly first."""
    for text, is_in, should in zip(vocab, mask, wanted, strict=True):
        if bool(is_in) != bool(should):
            return f"{_named(prefix, text)} is {'allowed' if is_in else 'banned'}; it must be {'allowed' if should else 'banned'}"
    return None


def _named(prefix, text):
    """Name a token at its place."""
    return f"after {prefix!r} the token {text!r}"
