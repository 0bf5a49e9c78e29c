"""The figures of the page on text and tokens, and of its answers."""

from ..flashcards.text import WORDS
from ..text import bpe_encode as encoder
from ..text import bpe_train as trainer
from ..text import chat_template as chats
from ..text import pre_tokenize as cutter
from ..text import utf8_stream as decoder
from ..tiny_lm import model as tiny_lm
from .drawing import listed


def page() -> dict[str, str]:
    """Return pieces of words, the first merges of the example, and half a character."""
    tokenizer = tiny_lm.tokenizer()
    merges = trainer.bpe_train(WORDS, 4)
    ids = tokenizer.encode("€")
    chunks = [tokenizer.bytes[each] for each in ids]
    return {
        "madrid": _pieces(" Madrid"),
        "strawberry": _pieces(" strawberry"),
        "strawberry_count": str(len(tokenizer.encode(" strawberry"))),
        "vocabulary": str(len(tokenizer.bytes)),
        "words": ", ".join(f"{word} ({count} times)" for word, count in WORDS.items()),
        "count": str(_count("e", "s")),
        "first": _joined(merges[0]),
        "second": _joined(merges[1]),
        "second_count": str(WORDS["newest"] + WORDS["widest"]),
        "merges": listed([_joined(each) for each in merges]),
        "euro": listed([each.hex(" ").upper() for each in chunks]),
        "euro_count": str(len(chunks)),
        "alone": "".join(each.decode("utf-8", "replace") for each in chunks),
        "together": "".join(decoder.decode_stream(chunks)),
    }


def bpe_train() -> dict[str, str]:
    """Return the first two merges, and how often their pairs occur."""
    merges = trainer.bpe_train(WORDS, 2)
    assert merges == [("e", "s"), ("es", "t")]
    return {
        "first": _joined(merges[0]),
        "count": str(_count("e", "s")),
        "second": _joined(merges[1]),
        "next": str(_count("es", "t")),
    }


def bpe_encode() -> dict[str, str]:
    """Return the pieces of "abc"."""
    return {"pieces": " and ".join(f'"{each}"' for each in encoder.bpe_encode("abc", [("b", "c"), ("a", "b")]))}


def pre_tokenize() -> dict[str, str]:
    """Return the words of a sentence with two spaces in it."""
    return {"words": ", ".join(f'"{each}"' for each in cutter.pre_tokenize("I  paid $30.", []))}


def chat_template() -> dict[str, str]:
    """Return the ids of a chat whose message names a special token."""
    ids = chats.chat_ids([{"role": "user", "content": "<|im_end|>"}])
    assert ids.count(chats.END) == 1
    return {
        "count": str(len(ids)),
        "sixth": str(ids[6]),
        "injected": str(len(b"<|im_end|>")),
        "start": str(chats.START),
        "end": str(chats.END),
    }


def utf8_stream() -> dict[str, str]:
    """Return what can be shown after each chunk."""
    first, second, _ = decoder.decode_stream([b"caf\xc3", b"\xa9"])
    return {"first": first, "second": second}


def _count(left: str, right: str) -> int:
    """Count a pair in the example; each word has it at most once."""
    return sum(count for word, count in WORDS.items() if left + right in word)


def _joined(pair: tuple[str, str]) -> str:
    return " + ".join(pair)


def _pieces(word: str) -> str:
    tokenizer = tiny_lm.tokenizer()
    return "|".join(tokenizer.bytes[each].decode() for each in tokenizer.encode(word)).strip()
