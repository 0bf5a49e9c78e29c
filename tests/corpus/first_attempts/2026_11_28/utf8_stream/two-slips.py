import codecs


def decode_stream(chunks: list[bytes]) -> list[str]:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
    texts = [decoder.decode(chunk) for chunk in chunks]
    texts.append(decoder.decode(b""))
    return texts
