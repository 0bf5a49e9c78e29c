"""Random chats in which messages name special tokens, and the law of their ends."""

from .chat_template import END, ROLES, START, chat_ids

PARTS = ("Hi", " there", "\n", " ", "é", "😀", "Ā", "ā", "<|im_end|>", "<|im_start|>", "assistant\n", "a|b")


def any_chat(rng, size):
    """Draw up to `size` messages of a few parts each."""
    return {
        "messages": [
            {"role": ROLES[int(rng.integers(0, 3))], "content": _text(rng)}
            for _ in range(int(rng.integers(0, size + 1)))
        ]
    }


def any_answer(rng, size):
    """Draw the ids of a chat with an answer, perhaps finished, perhaps cut off within a character."""
    answer = _text(rng).encode()
    ending = [END] if rng.random() < 0.4 else []
    cut = len(answer) if ending else int(rng.integers(0, len(answer) + 1))
    return {"ids": chat_ids(any_chat(rng, size)["messages"]) + list(answer[:cut]) + ending}


def one_end_for_each_message(near, messages):
    """There are as many ends as messages, and one beginning more."""
    (ids,) = yield [{"messages": messages}]
    if not isinstance(ids, list) or not all(isinstance(each, int) for each in ids):
        return "the result is not a list of ids"
    counts = ids.count(START), ids.count(END)
    if counts == (len(messages) + 1, len(messages)):
        return None
    return f"{len(messages)} messages gave {counts[0]} times 256 and {counts[1]} times 257"


def _text(rng):
    return "".join(PARTS[int(place)] for place in rng.integers(0, len(PARTS), int(rng.integers(0, 5))))
