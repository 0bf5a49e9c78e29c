"""Turn bytes that arrive in portions into text that can be shown at once."""


def decode_stream(chunks: list[bytes]) -> list[str]:
    """Return the text that can be shown after each portion of bytes, and what is left at the end.

    Args:
        chunks: the bytes of a UTF-8 text, cut anywhere; a chunk may be empty.

    Returns:
        one text for each chunk, and one more for the end.

    >>> decode_stream([b"caf\\xc3", b"\\xa9", b"!"])
    ['caf', 'é', '!', '']
    """
    out = []
    buffer = b""
    for chunk in chunks:
        buffer += chunk
        try:
            out.append(buffer.decode("utf-8"))
            buffer = b""
        except UnicodeDecodeError:
            out.append("")
    out.append("")  # TODO rest
    return out
