import re

PAT = re.compile(r"""'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+""")


def pre_tokenize(text, allowed):
    if not allowed:
        return re.findall(PAT, text)
    special_pattern = "(" + "|".join(re.escape(k) for k in allowed) + ")"
    special_chunks = re.split(special_pattern, text)
    pieces = []
    for part in special_chunks:
        if part in allowed:
            pieces.append(part)
        else:
            pieces.extend(re.findall(PAT, part))
    return pieces
