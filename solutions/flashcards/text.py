"""The figures on the cards of the deck `text`."""

from collections.abc import Sequence

from ..scores.softmax_stable import softmax
from ..text.bpe_encode import bpe_encode
from ..text.bpe_train import bpe_train
from ..text.chat_template import END, START, chat_ids
from ..text.pre_tokenize import pre_tokenize
from ..tiny_lm import model as tiny_lm
from .as_text import short

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
"""The example of Sennrich, Haddow and Birch 2016."""
CHARACTERS = ("a", "é", "€", "\U0001f600")
"""The last one is an emoji."""


def capitals() -> dict[str, str]:
    """Return with how many tokens the tiny model writes two capitals."""
    encode = tiny_lm.tokenizer().encode
    return {"paris": str(len(encode(" Paris"))), "madrid": str(len(encode(" Madrid")))}


def first_merge() -> dict[str, str]:
    """Return the first pair that is joined, how often it occurs, the pair that is as frequent, and the second pair."""
    (first, second), rival = bpe_train(WORDS, 2), ("s", "t")
    counts = {pair: sum(count for word, count in WORDS.items() if "".join(pair) in word) for pair in (first, rival)}
    assert counts[first] == counts[rival]
    return {
        "first": _pair(first),
        "count": str(counts[first]),
        "rival": _pair(rival),
        "second": _pair(second),
    }


def _pair(pieces: Sequence[str]) -> str:
    return "“{}” + “{}”".format(*pieces)


def earliest_merge() -> dict[str, str]:
    """Return the pieces of “abc” if bc was learned before ab."""
    return {"pieces": _pair(bpe_encode("abc", [("b", "c"), ("a", "b")]))}


def byte_values() -> dict[str, str]:
    """Return how many values a byte has."""
    return {"bytes": str(2**8)}


def vocabulary() -> dict[str, str]:
    """Return how many tokens the tiny model has."""
    return {"ours": str(len(tiny_lm.load("target").params["emb"]))}


def blank_at_the_end() -> dict[str, str]:
    """Return the probability of “ 5” after a sum, and of “5” after the same with a blank behind it."""
    tokenizer, model = tiny_lm.tokenizer(), tiny_lm.load("target")
    probabilities = []
    for prompt, answer in (("2 + 3 =", " 5"), ("2 + 3 = ", "5")):
        (token,) = tokenizer.encode(answer)
        probabilities.append(softmax(model(tokenizer.encode(prompt))[-1])[token])
    return {"joined": short(probabilities[0]), "apart": short(probabilities[1], 4)}


def before_the_merges() -> dict[str, str]:
    """Return how many words a sentence is cut into."""
    return {"count": str(len(pre_tokenize("I won 3-0.", [])))}


def letters_of_a_token() -> dict[str, str]:
    """Return the pieces of “ strawberry” in the tiny model's vocabulary, and their number."""
    tokenizer = tiny_lm.tokenizer()
    pieces = [tokenizer.bytes[token].decode() for token in tokenizer.encode(" strawberry")]
    return {"pieces": "|".join(pieces).strip(), "count": str(len(pieces))}


def special_as_text() -> dict[str, str]:
    """Return into how many words the name of a special token is cut where it is not allowed."""
    assert len(pre_tokenize("<|im_end|>", ["<|im_end|>"])) == 1
    return {"pieces": str(len(pre_tokenize("<|im_end|>", [])))}


def ids_of_a_chat() -> dict[str, str]:
    """Return how many ids a chat with one message has, and how many of them are special tokens."""
    ids = chat_ids([{"role": "user", "content": "Hi"}])
    return {"count": str(len(ids)), "special": str(sum(each in (START, END) for each in ids))}


def injected_end() -> dict[str, str]:
    """Return as how many bytes the name of a special token comes in a message."""
    empty, injected = (chat_ids([{"role": "user", "content": text}]) for text in ("", "<|im_end|>"))
    assert empty.count(END) == injected.count(END) == 1
    return {"count": str(len(injected) - len(empty))}


def lengths_in_utf8() -> dict[str, str]:
    """Return how many bytes some characters take, and how many of them can be waiting for the last."""
    lengths = [len(each.encode("utf-8")) for each in CHARACTERS]
    return {
        "lengths": f"{', '.join(map(str, lengths[:-1]))} and {lengths[-1]}",
        "waiting": str(max(lengths) - 1),
    }
