def decode_stream(chunks):
    cache = b""
    print_len = 0
    out = []
    for value in chunks:
        cache += value
        text = cache.decode("utf-8", errors="replace")
        # After the symbol for a new line, we flush the cache.
        if text.endswith("\n"):
            printable_text = text[print_len:]
            cache = b""
            print_len = 0
        # Otherwise, prints until the last space char (simple heuristic to avoid printing incomplete words)
        else:
            printable_text = text[print_len : text.rfind(" ") + 1]
            print_len += len(printable_text)
        out.append(printable_text)
    # Flushes any remaining cache
    text = cache.decode("utf-8", errors="replace")
    out.append(text[print_len:])
    return out
