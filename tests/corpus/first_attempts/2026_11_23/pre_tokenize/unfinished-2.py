"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    """Return the words of a text, none of which a merge may cross, and the special tokens in it.

    Args:
        text: any text; it may be empty.
        allowed: the special tokens to find; every other one is ordinary text.

    Returns:
        the pieces from left to right; put together they are the text.

    Raises:
        ValueError: a special token is empty.

    >>> pre_tokenize("Call 911, now!", [])
    ['Call', ' 911', ',', ' now', '!']
    >>> pre_tokenize("Bye <|end|>", ["<|end|>"])
    ['Bye', ' ', '<|end|>']
    """
    def kind(ch):
        if ch.isalpha():
            return 0
        if ch.isdecimal():
            return 1
        if ch.isspace():
            return 2
        return 3

    def words(t):
        result = []
        current = ""
        for ch in t:
            if current == "" or kind(ch) == kind(current[-1]) or (current == " " and kind(ch) != 2):
                current += ch
            else:
                result.append(current)
                current = ch
        if current:
            result.append(current)
        return result

    if not allowed:
        return words(text)
    # only one special token for now
    token = allowed[0]
    out = []
    for n, part in enumerate(text.split(token)):
        if n > 0:
            out.append(token)
        out += words(part)
    return out
