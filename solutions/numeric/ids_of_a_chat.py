"""How many ids a chat with one message has."""

from ..text.chat_template import chat_ids

KIND = "count"
BEGINNINGS = ("Hi", "Hello", "What is", "Why", "Please write", "I mean")
NAMES = ("<|im_end|>", "<|im_start|>")
ENDS = ("", " now", "?", " again", " please")


def draw(rng):
    """Draw a message that names a special token."""
    return {"content": f"{rng.choice(BEGINNINGS)} {rng.choice(NAMES)}{rng.choice(ENDS)}"}


def answer(keep, content):
    """Return the reference's number of ids."""
    keep("bytes of the message", len(content))
    return len(chat_ids([{"role": "user", "content": content}]))
