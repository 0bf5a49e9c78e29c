import codecs


def decode_stream(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    texts = []
    for chunk in chunks:
        texts.append(decoder.decode(chunk))
    # still to do: what is left at the end
    return texts
