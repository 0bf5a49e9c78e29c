"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""

import re

# GPT-2's pattern, \p{L} and \p{N} rewritten for the re module
GPT2_SPLIT_PATTERN = (
    r"""'(?:[sdmt]|ll|ve|re)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+"""
)

compiled_pattern = re.compile(GPT2_SPLIT_PATTERN)


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    """Return the words of a text, none of which a merge may cross, and the special tokens in it."""
    if not allowed:
        # shortcut: if no special tokens, just use the ordinary encoding
        return re.findall(compiled_pattern, text)
    # we have to be careful with potential special tokens in text
    # we handle special tokens by splitting the text
    # based on the occurrence of any exact match with any of the special tokens
    # note that surrounding the pattern with () makes it into a capturing group
    special_pattern = "(" + "|".join(re.escape(k) for k in allowed) + ")"
    special_chunks = re.split(special_pattern, text)
    chunks = []
    for part in special_chunks:
        if part in allowed:
            chunks.append(part)
        else:
            chunks.extend(re.findall(compiled_pattern, part))
    return chunks
