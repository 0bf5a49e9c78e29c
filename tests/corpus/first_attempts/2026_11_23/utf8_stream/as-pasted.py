def decode_stream(chunks):
    """TextStreamer.put / .end from transformers, on bytes instead of token ids"""
    token_cache = b""
    print_len = 0
    out = []
    for value in chunks:
        token_cache += value
        text = token_cache.decode("utf-8", errors="replace")
        # whole line: show all of it
        if text.endswith("\n"):
            printable_text = text[print_len:]
            token_cache = b""
            print_len = 0
        # else only whole words
        else:
            printable_text = text[print_len : text.rfind(" ") + 1]
            print_len += len(printable_text)
        out.append(printable_text)
    text = token_cache.decode("utf-8", errors="replace")
    out.append(text[print_len:])
    return out
