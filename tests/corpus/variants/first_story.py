"""Right versions of `tell`, each written in another way."""


def variant_with_a_while_loop(next_piece, beginning, pieces):
    story, left = beginning, pieces
    while left > 0:
        story += next_piece(story)
        left -= 1
    return story


def variant_with_a_list(next_piece, beginning, pieces):
    parts = [beginning]
    for _ in range(pieces):
        parts.append(next_piece("".join(parts)))
    return "".join(parts)


def variant_in_the_argument(next_piece, beginning, pieces):
    for _ in range(pieces):
        beginning = beginning + next_piece(beginning)
    return beginning


def variant_with_itself(next_piece, beginning, pieces):
    if pieces == 0:
        return beginning
    return variant_with_itself(next_piece, beginning + next_piece(beginning), pieces - 1)


def variant_with_a_format(next_piece, beginning, pieces):
    story = beginning
    for _ in range(pieces):
        story = f"{story}{next_piece(story)}"
    return story
