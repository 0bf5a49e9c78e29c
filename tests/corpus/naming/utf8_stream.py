"""Wrong versions of decoding a stream, as learners write them."""
import codecs


def decoded_alone(chunks):
    """Decodes each chunk with errors="replace".

    makes: each_chunk_alone
    """
    texts = []
    for chunk in chunks:
        texts.append(str(chunk, encoding="utf8", errors="replace"))
    return texts + [""]


def chr_of_bytes(chunks):
    """Turns each byte into a character with chr.

    makes: latin_1
    """
    return ["".join(chr(b) for b in chunk) for chunk in chunks] + [""]


def strict_each(chunks):
    """Decodes each chunk strictly.

    makes: cut_characters_raise
    """
    texts = []
    for chunk in chunks:
        texts.append(chunk.decode())
    texts.append("")
    return texts


def end_forgotten(chunks):
    """Does not flush the decoder.

    makes: tail_dropped
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    out = []
    for chunk in chunks:
        out.append(decoder.decode(chunk))
    return out + [""]


def only_for_chunks(chunks):
    """Returns only the texts of the chunks.

    makes: no_text_for_the_end
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    return [decoder.decode(chunk, i == len(chunks) - 1 and False) for i, chunk in enumerate(chunks)]


def all_at_the_end(chunks):
    """Shows everything at the end.

    makes: everything_at_the_end
    """
    data = b""
    out = []
    for chunk in chunks:
        data += chunk
        out.append("")
    out.append(data.decode("utf-8", errors="replace"))
    return out


def growing_text(chunks):
    """Decodes what has come so far each time.

    makes: whole_text_each_time
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    out, text = [], ""
    for chunk in chunks:
        text += decoder.decode(chunk)
        out.append(text)
    out.append(text + decoder.decode(b"", final=True))
    return out


def strict_decoder(chunks):
    """Uses an incremental decoder with strict errors.

    makes: bad_bytes_raise
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    out = [decoder.decode(chunk) for chunk in chunks]
    out.append(decoder.decode(b"", True))
    return out


def empties_skipped(chunks):
    """Continues at an empty chunk.

    makes: empty_chunks_skipped
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = []
    for chunk in chunks:
        if not chunk:
            continue
        out.append(decoder.decode(chunk))
    out.append(decoder.decode(b"", final=True))
    return out


def joined(chunks):
    """Returns one text.

    makes: one_text
    """
    return b"".join(chunks).decode("utf-8", "replace")


def question_mark(chunks):
    """Writes a question mark in place of U+FFFD.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = [decoder.decode(chunk) for chunk in chunks]
    out.append(decoder.decode(b"", final=True))
    return [text.replace("\ufffd", "?") for text in out]


def ascii_only(chunks):
    """Decodes as ASCII.

    makes: nothing listed
    """
    return [chunk.decode("ascii", "replace") for chunk in chunks] + [""]


def held_for_one_chunk(chunks):
    """Shows each chunk's text one chunk later.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = [decoder.decode(chunk) for chunk in chunks]
    return [""] + out[:-1] + [(out[-1] if out else "") + decoder.decode(b"", final=True)]


def only_two_bytes(chunks):
    """Holds back a single byte only, so characters of three bytes break.

    makes: nothing listed
    """
    out, held = [], b""
    for chunk in chunks:
        data = held + chunk
        held = b""
        if data and data[-1] >= 0xC0:
            held, data = data[-1:], data[:-1]
        out.append(data.decode("utf-8", "replace"))
    out.append(held.decode("utf-8", "replace"))
    return out


def last_text_twice(chunks):
    """Puts the last chunk's text at the end again.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = [decoder.decode(chunk) for chunk in chunks]
    return out + [out[-1] if out else ""]


def bytes_returned(chunks):
    """Returns bytes.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = [decoder.decode(chunk) for chunk in chunks]
    out.append(decoder.decode(b"", final=True))
    return [text.encode() for text in out]


def utf16(chunks):
    """Takes another encoding.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-16-le")("replace")
    out = [decoder.decode(chunk) for chunk in chunks]
    out.append(decoder.decode(b"", final=True))
    return out


_decoder = codecs.getincrementaldecoder("utf-8")("replace")


def one_decoder_for_all(chunks):
    """Keeps one decoder for all calls and never resets it.

    makes: nothing listed
    """
    out = [_decoder.decode(chunk) for chunk in chunks]
    return out + [""]


def all_or_wait(chunks):
    """Waits until everything collected can be decoded.

    makes: waits_until_all_fits
    """
    out, data = [], bytearray()
    for chunk in chunks:
        data.extend(chunk)
        try:
            text = bytes(data).decode("utf-8")
        except UnicodeError:
            text = ""
        else:
            data.clear()
        out.append(text)
    return out + [bytes(data).decode("utf-8", "replace")]


def ignored_in_the_decoder(chunks):
    """Uses the incremental decoder with "ignore".

    makes: bad_bytes_vanish
    """
    decoder = codecs.getincrementaldecoder("utf8")("ignore")
    out = []
    for i in range(len(chunks)):
        out.append(decoder.decode(chunks[i]))
    return out + [decoder.decode(b"", True)]


def broken_ones_dropped(chunks):
    """Decodes each chunk with errors="ignore".

    makes: errors_ignored
    """
    out = []
    for chunk in chunks:
        out.append(chunk.decode("utf-8", errors="ignore"))
    return out + [""]


def filtered(chunks):
    """Leaves empty texts out.

    makes: empty_texts_left_out
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    out = []
    for chunk in [*chunks, None]:
        text = decoder.decode(b"", True) if chunk is None else decoder.decode(chunk)
        if text != "":
            out.append(text)
    return out


def rest_waits(chunks):
    """Holds back everything from the first byte that cannot be decoded.

    makes: bad_bytes_wait
    """
    out, data = [], b""
    for chunk in chunks:
        data += chunk
        n = len(data)
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            n = error.start
        out.append(data[:n].decode("utf-8"))
        data = data[n:]
    return out + [data.decode("utf-8", "replace")]


def replaces_per_chunk(chunks):
    """Decodes every chunk with errors="replace".

    makes: each_chunk_alone
    """
    return [chunk.decode("utf-8", "replace") for chunk in chunks] + [""]


def never_final(chunks):
    """Uses the incremental decoder and never says that it is the end.

    makes: tail_dropped
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    texts = []
    for chunk in chunks:
        texts.append(decoder.decode(chunk))
    texts.append("")
    return texts


def question_marks(chunks):
    """Shows "?" for what cannot be decoded.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    texts = [decoder.decode(chunk) for chunk in chunks] + [decoder.decode(b"", final=True)]
    return [text.replace("\ufffd", "?") for text in texts]


def one_chunk_late(chunks):
    """Shows every text one chunk later.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    texts = [""]
    for chunk in chunks:
        texts.append(decoder.decode(chunk))
    texts[-1] += decoder.decode(b"", final=True)
    return texts


def counts_from_the_first_byte(chunks):
    """Reads the length of a character from its first byte and cuts that many bytes off.

    makes: lengths_by_first_byte
    """
    waiting, out = b"", []
    for chunk in chunks:
        waiting += chunk
        text = ""
        while waiting:
            first = waiting[0]
            n = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
            if len(waiting) < n:
                break
            text += waiting[:n].decode("utf-8", errors="replace")
            waiting = waiting[n:]
        out.append(text)
    return out + ["\ufffd" if waiting else ""]


def pops_from_the_front(chunks):
    """Takes each chunk off the front of the list.

    makes: changes_its_input
    """
    decoder = codecs.getincrementaldecoder("utf8")(errors="replace")
    out = []
    while chunks:
        out.append(decoder.decode(chunks.pop(0)))
    out.append(decoder.decode(b"", True))
    return out


def with_signature(chunks):
    """Uses the codec that swallows a byte order mark at the start.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    texts = [decoder.decode(chunk) for chunk in chunks]
    return texts + [decoder.decode(b"", final=True)]


def rest_until_it_decodes(chunks):
    """Shows what comes before the first error, and keeps the rest for the next chunk.

    makes: bad_bytes_wait
    """
    out = []
    rest = b""
    for chunk in chunks:
        rest += chunk
        try:
            out.append(rest.decode("utf-8"))
            rest = b""
        except UnicodeDecodeError as error:
            out.append(rest[: error.start].decode("utf-8"))
            rest = rest[error.start :]
    out.append(rest.decode("utf-8", errors="replace"))
    return out


def bad_bytes_escaped(chunks):
    """Shows a bad byte as its escape sequence.

    makes: nothing listed
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="backslashreplace")
    texts = []
    for chunk in chunks:
        texts.append(decoder.decode(chunk))
    texts.append(decoder.decode(b"", final=True))
    return texts


def each_chunk_alone(chunks):
    """Decodes each chunk on its own; the last string is always empty.

    makes: each_chunk_alone
    """
    texts = []
    for chunk in chunks:
        texts.append(str(chunk, "utf-8", errors="replace"))
    texts.append("")
    return texts


def invalid_is_dropped(chunks):
    """Drops bytes that are no UTF-8 and unfinished ends without a sign.

    makes: bad_bytes_vanish, tail_dropped
    """
    import codecs
    decoder = codecs.getincrementaldecoder("utf-8")("ignore")
    return [decoder.decode(chunk) for chunk in chunks] + [decoder.decode(b"", final=True)]


def all_shown_at_an_error(chunks):
    """After a bad byte the whole rest is shown at once, with an unfinished end as U+FFFD.

    makes: nothing listed
    """
    out, rest = [], b""
    for chunk in chunks:
        rest += chunk
        try:
            out.append(rest.decode())
            rest = b""
        except UnicodeDecodeError as error:
            if error.reason == "unexpected end of data":
                out.append(rest[: error.start].decode())
                rest = rest[error.start :]
            else:
                out.append(rest.decode(errors="replace"))
                rest = b""
    return [*out, "\ufffd" if rest else ""]
