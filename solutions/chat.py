"""Write a chat as the tiny model has seen chats: it was trained on talk between "User" and "Bot"."""

from collections.abc import Mapping, Sequence

NAMES = {"user": "User", "assistant": "Bot", "system": "System"}
STOP = "\nUser:"
"""Begins the user's next line, which the model would write, too."""


def chat_prompt(messages: Sequence[Mapping[str, str]]) -> str:
    """Return the text that the model is to go on with.

    Args:
        messages: each with `role` (user, assistant or system) and `content`.
    """
    said = [f"{NAMES[each['role']]}: {each['content'].strip()}" for each in messages]
    return "\n".join([*said, "Bot:"])
