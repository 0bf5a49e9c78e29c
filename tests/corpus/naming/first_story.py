"""Wrong versions of the first story, as learners write them."""


def question_kept_apart(next_piece, beginning, pieces):
    """Keeps the question in a variable of its own, and never makes it longer.

    makes: asks_about_the_beginning
    """
    question, story = beginning, beginning
    while pieces:
        story += next_piece(question)
        pieces -= 1
    return story


def newest_piece_in_a_list(next_piece, beginning, pieces):
    """Asks what follows the newest piece alone.

    makes: asks_about_nothing_else
    """
    parts = [beginning]
    for _ in range(pieces):
        parts.append(next_piece(parts[-1]))
    return "".join(parts)


def pieces_alone(next_piece, beginning, pieces):
    """Joins the new pieces, and leaves the beginning out.

    makes: beginning_left_out
    """
    new = []
    for _ in range(pieces):
        new.append(next_piece(beginning + "".join(new)))
    return "".join(new)


def counts_from_zero_to_pieces(next_piece, beginning, pieces):
    """Counts to `pieces` and takes that round, too.

    makes: one_piece_too_many
    """
    done = 0
    while done <= pieces:
        beginning = beginning + next_piece(beginning)
        done += 1
    return beginning


def blank_between(next_piece, beginning, pieces):
    """Puts a blank before each piece, as if pieces were words.

    makes: nothing listed
    """
    story = beginning
    for _ in range(pieces):
        story = story + " " + next_piece(story)
    return story


def piece_in_front(next_piece, beginning, pieces):
    """Puts each piece before the story.

    makes: nothing listed
    """
    story = beginning
    for _ in range(pieces):
        story = next_piece(story) + story
    return story


def returns_after_the_first_round(next_piece, beginning, pieces):
    """Returns from within the loop.

    makes: nothing listed
    """
    story = beginning
    for _ in range(pieces):
        story = story + next_piece(story)
        return story
    return story


def one_piece_too_few(next_piece, beginning, pieces):
    """Leaves the last round out.

    makes: nothing listed
    """
    story = beginning
    for _ in range(1, pieces):
        story = story + next_piece(story)
    return story
