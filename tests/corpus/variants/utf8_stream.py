"""Right ways to decode a stream; the grader must accept every one of them."""

import codecs
import io


def variant_loop(chunks):
    """The incremental decoder in a plain loop."""
    decoder = codecs.getincrementaldecoder("utf8")(errors="replace")
    out = []
    for chunk in chunks:
        out.append(decoder.decode(chunk, False))
    out.append(decoder.decode(b"", True))
    return out


def variant_generator_tuple(chunks):
    """Mark the end with None; a tuple comes back."""
    decoder = codecs.lookup("utf-8").incrementaldecoder("replace")
    return tuple(decoder.decode(chunk or b"", chunk is None) for chunk in [*chunks, None])


def variant_needed_bytes(chunks):
    """Find out how many bytes a character needs from its first byte."""

    def need(first):
        return 1 if first < 0x80 else 2 if 0xC2 <= first < 0xE0 else 3 if 0xE0 <= first < 0xF0 else 4

    texts, held = [], b""
    for chunk in chunks:
        data = held + chunk
        cut = len(data)
        for place in range(max(0, len(data) - 3), len(data)):
            is_start = 0xC2 <= data[place] < 0xF5
            if (
                is_start
                and place + need(data[place]) > len(data)
                and all(byte & 0xC0 == 0x80 for byte in data[place + 1 :])
            ):
                cut = place
        texts.append(data[:cut].decode("utf-8", "replace"))
        held = data[cut:]
    return [*texts, "\ufffd" if held else ""]


def variant_error_position(chunks):
    """Use what UnicodeDecodeError says about where and why."""
    texts, held = [], b""
    for chunk in chunks:
        data, text = held + chunk, ""
        held = b""
        while data:
            try:
                text += data.decode("utf-8")
                break
            except UnicodeDecodeError as error:
                text += data[: error.start].decode("utf-8")
                if error.reason == "unexpected end of data":
                    held = data[error.start :]
                    break
                text += "\N{REPLACEMENT CHARACTER}"
                data = data[error.end :]
        texts.append(text)
    texts.append(held.decode("utf-8", errors="replace"))
    return texts


def variant_codecs_utf_8_decode(chunks):
    """Let codecs.utf_8_decode say how many bytes it used."""
    texts, held = [], b""
    for chunk in chunks:
        text, used = codecs.utf_8_decode(held + chunk, "replace", False)
        held = (held + chunk)[used:]
        texts.append(text)
    return [*texts, codecs.utf_8_decode(held, "replace", True)[0]]


def variant_longer_beginnings(chunks):
    """Decode longer and longer beginnings and cut off what was shown before."""

    def finished(data):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        return decoder.decode(data)

    buffer, shown, texts = io.BytesIO(), 0, []
    for chunk in chunks:
        buffer.write(chunk)
        text = finished(buffer.getvalue())
        texts.append(text[shown:])
        shown = len(text)
    return [*texts, buffer.getvalue().decode("utf-8", "replace")[shown:]]
