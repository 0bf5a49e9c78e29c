"""Turn bytes that arrive in portions into text that can be shown at once."""

import codecs


def decode_stream(chunks: list[bytes]) -> list[str]:
    """Return the text that can be shown after each portion of bytes, and what is left at the end.

    The decoder remembers the beginning of a character until its last byte arrives, and nothing else.

    Args:
        chunks: the bytes of a UTF-8 text, cut anywhere; a chunk may be empty.

    Returns:
        one text for each chunk, and one more for the end.

    >>> decode_stream([b"caf\\xc3", b"\\xa9", b"!"])
    ['caf', 'é', '!', '']

    Source: RFC 3629, UTF-8, section 3; Unicode Standard, section 3.9, on U+FFFD substitution.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")  # "replace" writes U+FFFD for what is no UTF-8
    texts = [decoder.decode(chunk) for chunk in chunks]
    texts.append(decoder.decode(b"", final=True))  # nothing more will come: an unfinished character is given up
    return texts
