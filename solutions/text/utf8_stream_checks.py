"""Random texts cut at random bytes, and the law of what is shown."""

LETTERS = "aé€😀 b日"


def cut_text(rng, size):
    """Draw up to `size` letters of one to four bytes each, cut into chunks, some empty, sometimes cut short."""
    data = "".join(LETTERS[int(letter)] for letter in rng.integers(0, len(LETTERS), size)).encode()
    if rng.random() < 0.3:
        data = data[:-1]
    places = sorted(int(place) for place in rng.integers(0, len(data) + 1, int(rng.integers(0, 2 * size + 1))))
    return {"chunks": [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]}


def shows_what_is_there(near, chunks):
    """After every chunk, all whole characters have been shown, each once, and at the end the rest."""
    (texts,) = yield [{"chunks": chunks}]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        return "the result is not a list of texts"
    if len(texts) != len(chunks) + 1:
        return f"{len(chunks)} chunks need {len(chunks) + 1} texts, but there are {len(texts)}"
    for count in range(1, len(chunks) + 1):
        seen = b"".join(chunks[:count]).decode(
            "utf-8", "ignore"
        )  # nothing here is wrong, so only a tail can be missing
        shown = "".join(texts[:count])
        if shown != seen:
            return f"after chunk {count}, {shown!r} has been shown; the whole characters so far are {seen!r}"
    whole = b"".join(chunks).decode("utf-8", "replace")
    return None if "".join(texts) == whole else f"{''.join(texts)!r} was shown in all; the text is {whole!r}"
