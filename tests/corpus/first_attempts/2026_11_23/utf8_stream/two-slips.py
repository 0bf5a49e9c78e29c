"""Turn bytes that arrive in portions into text that can be shown at once."""

import codecs


def decode_stream(chunks: list[bytes]) -> list[str]:
    """Return the text that can be shown after each portion of bytes, and what is left at the end.

    Args:
        chunks: the bytes of a UTF-8 text, cut anywhere; a chunk may be empty.

    Returns:
        one text for each chunk, and one more for the end.

    >>> decode_stream([b"caf\\xc3", b"\\xa9", b"!"])
    ['caf', 'é', '!', '']
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
    texts = [decoder.decode(chunk) for chunk in chunks]
    texts.append(decoder.decode(b""))
    return texts
