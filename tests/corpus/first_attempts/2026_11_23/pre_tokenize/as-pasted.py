import unicodedata


def _is_punctuation(char):
    cp = ord(char)
    if 33 <= cp <= 47 or 58 <= cp <= 64 or 91 <= cp <= 96 or 123 <= cp <= 126:
        return True
    return unicodedata.category(char).startswith("P")


def pre_tokenize(text, allowed=()):
    never_split = set(allowed)
    if "" in never_split:
        raise ValueError("never_split must not contain the empty string")
    output = []
    for token in text.strip().split():
        if token in never_split:
            output.append(token)
            continue
        word = ""
        for char in token:
            if not _is_punctuation(char):
                word += char
                continue
            if word:
                output.append(word)
            output.append(char)
            word = ""
        if word:
            output.append(word)
    return output
