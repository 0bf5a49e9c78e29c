def decode_stream(chunks):
    # as TextStreamer does it: decode everything, hold back while it ends with a replacement character
    buffer, shown, texts = b"", 0, []
    for chunk in chunks:
        buffer += chunk
        text = buffer.decode("utf-8", errors="replace")
        if text.endswith("\ufffd"):
            texts.append("")
        else:
            texts.append(text[shown:])
            shown = len(text)
    texts.append(buffer.decode("utf-8", errors="replace")[shown:])
    return texts
