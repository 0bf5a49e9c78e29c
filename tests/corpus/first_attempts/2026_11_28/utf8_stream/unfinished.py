def decode_stream(chunks):
    texts = []
    for chunk in chunks:
        texts.append(chunk.decode("utf-8", errors="replace"))
    # TODO: keep the half characters for the next chunk
    texts.append("")
    return texts
