import re


def split_words(text):
    return re.findall(r" ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+", text)


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    if "" in allowed:
        raise ValueError("a special token is empty")
    if not allowed:
        return split_words(text)
    longest_first = sorted(allowed, key=len, reverse=True)
    pattern = "(" + "|".join(re.escape(token) for token in longest_first) + ")"
    pieces = []
    for part in re.split(pattern, text):
        if part in allowed:
            pieces.append(part)
        else:
            pieces += split_words(part)
    return pieces
