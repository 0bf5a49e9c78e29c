"""Typical wrong versions of decoding a stream."""

import codecs
import itertools

from .utf8_stream import decode_stream as _decode_stream


def each_chunk_alone(chunks):
    """Every chunk is decoded on its own, so a character that is cut turns into several U+FFFD.

    The first half of a character is not broken, only unfinished, and its second half is in the next chunk. What has
    to be kept from one chunk to the next?
    """
    return [*(chunk.decode("utf-8", "replace") for chunk in chunks), ""]


def errors_ignored(chunks):
    """Bytes that do not make a character within their chunk are dropped without a sign.

    A character that is cut disappears completely, although all its bytes arrive. Keep its beginning until the rest
    is there.
    """
    return [*(chunk.decode("utf-8", "ignore") for chunk in chunks), ""]


def bad_bytes_vanish(chunks):
    """Cut characters are put together, but bytes that are no UTF-8 vanish without a sign.

    The reader cannot see that something is missing. The rules want U+FFFD in its place.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("ignore")
    return [*map(decoder.decode, chunks), decoder.decode(b"", final=True)]


def whole_text_each_time(chunks):
    """Each text repeats everything from the beginning.

    A screen that adds text to text would then show "c", "cca", "ccacaf". Return only what is new since the last
    chunk.
    """
    return list(itertools.accumulate(_decode_stream(chunks)))


def everything_at_the_end(chunks):
    """Nothing is shown until the last chunk has come.

    The text is right, but the reader waits for all of it, and streaming was meant to prevent that. Show what is
    finished.
    """
    return [*("" for _ in chunks), b"".join(chunks).decode("utf-8", "replace")]


def tail_dropped(chunks):
    """A character that is still unfinished at the end leaves no trace.

    The last text is always empty. The rules want U+FFFD there, so that the reader sees that something is missing.
    """
    return [*_decode_stream(chunks)[:-1], ""]


def no_text_for_the_end(chunks):
    """There is a string for each chunk, but none for the end.

    The list must be one longer than the chunks. What do you do with bytes that are left when nothing more comes?
    """
    return _decode_stream(chunks)[:-1]


def latin_1(chunks):
    """Every byte is taken as one character.

    For English text that looks right. "é" has two bytes in UTF-8, and "Ã©" on the screen is the usual sign of bytes
    read as characters. `latin-1` is another encoding.
    """
    return [*(chunk.decode("latin-1") for chunk in chunks), ""]


def cut_characters_raise(chunks):
    """A chunk that ends within a character raises UnicodeDecodeError.

    `decode` without a second argument accepts whole characters only. A stream may be cut anywhere, so that is no error.
    """
    return [*(chunk.decode("utf-8") for chunk in chunks), ""]


def bad_bytes_raise(chunks):
    """Cut characters are put together, but a byte that is no UTF-8 raises UnicodeDecodeError.

    A model can produce any bytes, and the stream must not break. The rules want U+FFFD for bytes that cannot be
    decoded.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    return [*map(decoder.decode, chunks), decoder.decode(b"", final=True)]


def waits_until_all_fits(chunks):
    """Nothing is shown until all bytes collected so far can be decoded together.

    So "a" is held back because an unfinished "é" follows it, and after a bad byte nothing is ever shown before the
    end. Only the unfinished character itself has to wait.
    """
    texts, held = [], b""
    for chunk in chunks:
        held += chunk
        try:
            texts.append(held.decode("utf-8"))
            held = b""
        except UnicodeDecodeError:
            texts.append("")
    return [*texts, held.decode("utf-8", "replace")]


def waits_until_all_fits__while_it_ends_with_a_replacement(chunks):
    """All new text is held back while the whole text ends with U+FFFD, as many servers do it."""
    shown, texts = 0, []
    for count in range(len(chunks)):
        text = b"".join(chunks[: count + 1]).decode("utf-8", "replace")
        is_whole = not text.endswith("\ufffd")
        texts.append(text[shown:] if is_whole else "")
        shown = len(text) if is_whole else shown
    return [*texts, b"".join(chunks).decode("utf-8", "replace")[shown:]]


def bad_bytes_wait(chunks):
    """The text after a bad byte is held back until the end.

    An unfinished character may still be completed; a bad byte never. Waiting for it is useless: how can you tell the
    two apart?
    """
    texts, held = [], b""
    for chunk in chunks:
        held += chunk
        try:
            texts.append(held.decode("utf-8"))
            held = b""
        except UnicodeDecodeError as error:
            texts.append(held[: error.start].decode("utf-8"))
            held = held[error.start :]
    return [*texts, held.decode("utf-8", "replace")]


def lengths_by_first_byte(chunks):
    """The first byte alone decides how many bytes belong together, and the others are not checked.

    After E2 the function waits for two more bytes, and if they continue nothing they are lost: in E2 41 the second
    byte is the letter "A". Which bytes can continue a character?
    """
    return _by_length(chunks, lambda byte: 1 + (0xC0 <= byte < 0xF8) + (0xE0 <= byte < 0xF8) + (0xF0 <= byte < 0xF8))


def lengths_by_first_byte__four_for_ff(chunks):
    """A byte that begins no character counts as the first of two or four."""
    return _by_length(chunks, lambda byte: 1 + (byte >= 0x80) + (byte >= 0xE0) + (byte >= 0xF0))


def lengths_by_first_byte__four_from_f0(chunks):
    """A byte from F0 up counts as the first of four."""
    return _by_length(chunks, lambda byte: 1 + (byte >= 0xC0) + (byte >= 0xE0) + (byte >= 0xF0))


def _by_length(chunks, length_by):
    texts, held = [], b""
    for chunk in chunks:
        held += chunk
        text = ""
        while held and len(held) >= (length := length_by(held[0])):
            text += held[:length].decode("utf-8", "replace")
            held = held[length:]
        texts.append(text)
    return [*texts, "\N{REPLACEMENT CHARACTER}" if held else ""]


def held_back_to_the_last_space(chunks):
    """Only whole words are shown: the text after the last space waits.

    Transformers' `TextStreamer` does that, because the last word could still change. Here every character is shown as soon as
    its last byte is there.
    """
    *texts, rest = _decode_stream(chunks)
    shown, held = [], ""
    for text in texts:
        held += text
        end = held.rfind(" ") + 1
        shown.append(held[:end])
        held = held[end:]
    return [*shown, held + rest]


def empty_chunks_skipped(chunks):
    """An empty chunk gets no text of its own.

    The texts then no longer belong to their chunks. Nothing new is a string, too: which one?
    """
    return _decode_stream([chunk for chunk in chunks if chunk])


def empty_texts_left_out(chunks):
    """Texts that are empty are left out of the list.

    On the screen it makes no difference, but the caller can no longer tell which text belongs to which chunk.
    Return one for each chunk, empty or not.
    """
    return [text for text in _decode_stream(chunks) if text]


def one_text(chunks):
    """All texts are put together into one.

    Then nothing can be shown before everything is there. Return a list: one text for each chunk, and one for the
    end.
    """
    return "".join(_decode_stream(chunks))


def changes_its_input(chunks):
    """The caller's list is emptied on the way.

    The caller finds it empty afterwards. `chunks.pop(0)` takes items away from the caller; a `for` loop does not.
    """
    texts = _decode_stream(chunks)
    chunks.clear()
    return texts
