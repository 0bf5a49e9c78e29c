"""The first byte says how many are taken, whatever they are."""

def length(first):
    for bits, count in ((0b11110, 4), (0b1110, 3), (0b110, 2)):
        if first >> (7 - count) == bits:
            return count
    return 1


def decode_stream(chunks):
    waiting, texts = b"", []
    for chunk in chunks:
        waiting, text = waiting + chunk, []
        while waiting and length(waiting[0]) <= len(waiting):
            count = length(waiting[0])
            text.append(waiting[:count].decode(errors="replace"))
            waiting = waiting[count:]
        texts.append("".join(text))
    texts.append("\N{REPLACEMENT CHARACTER}" if waiting else "")
    return texts
