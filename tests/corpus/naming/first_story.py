"""Wrong versions of the first story, as learners write them."""


def asks_again(next_piece, beginning, pieces):
    """Asks once, and adds the same piece again and again.

    makes: asks_about_the_beginning
    """
    piece = next_piece(beginning) if pieces else ""
    return beginning + piece * pieces


def two_names(next_piece, beginning, pieces):
    """Lets the text grow under another name than the one that it asks about.

    makes: asks_about_the_beginning
    """
    text = beginning
    count = 0
    while count < pieces:
        text += next_piece(beginning)
        count += 1
    return text


def only_the_newest(next_piece, beginning, pieces):
    """Asks about the newest piece alone.

    makes: asks_about_nothing_else
    """
    found = [beginning]
    while len(found) <= pieces:
        found.append(next_piece(found[-1]))
    return "".join(found)


def overwritten(next_piece, beginning, pieces):
    """Keeps nothing but the newest piece.

    makes: replaces_the_story
    """
    text = beginning
    for _ in range(pieces):
        text = next_piece(text)
    return text


def new_pieces_only(next_piece, beginning, pieces):
    """Returns what it has added.

    makes: beginning_left_out
    """
    added = ""
    for _ in range(pieces):
        added += next_piece(beginning + added)
    return added


def inclusive(next_piece, beginning, pieces):
    """Counts from 0 to `pieces`.

    makes: one_piece_too_many
    """
    count = 0
    while count <= pieces:
        beginning = beginning + next_piece(beginning)
        count += 1
    return beginning


def one_short(next_piece, beginning, pieces):
    """Begins to count at 1.

    makes: nothing listed
    """
    for _ in range(1, pieces):
        beginning += next_piece(beginning)
    return beginning


def blanks_between(next_piece, beginning, pieces):
    """Puts a space before each piece.

    makes: nothing listed
    """
    for _ in range(pieces):
        beginning += " " + next_piece(beginning)
    return beginning


def in_front(next_piece, beginning, pieces):
    """Puts each piece in front of the text.

    makes: nothing listed
    """
    for _ in range(pieces):
        beginning = next_piece(beginning) + beginning
    return beginning


def stripped(next_piece, beginning, pieces):
    """Strips each piece.

    makes: nothing listed
    """
    for _ in range(pieces):
        beginning += next_piece(beginning).strip()
    return beginning
