def decode_stream(chunks):
    out = []
    token_cache = b""
    print_len = 0
    for chunk in chunks:
        token_cache += chunk
        text = token_cache.decode("utf-8", errors="replace")
        # If the last character is the replacement character, wait for more bytes
        if text.endswith("\ufffd"):
            out.append("")
            continue
        out.append(text[print_len:])
        print_len = len(text)
    # flush
    text = token_cache.decode("utf-8", errors="replace")
    out.append(text[print_len:])
    return out
