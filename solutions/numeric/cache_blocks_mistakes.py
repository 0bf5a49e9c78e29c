"""Known wrong answers to how many blocks texts with the same beginning take."""


def nothing_shared(texts, shared, own, size):
    """Each text was given blocks of its own for the beginning, too.

    The full blocks of the beginning are never written again, so all tables can have them.
    """
    return [texts * -(-(shared + own) // size)]


def old_block_kept(texts, shared, own, size):
    """The partly full block was counted once more than there are texts.

    All but one copy it. The last text that has it in its table is alone with it, and writes there.
    """
    return [shared // size + 1 + texts * -(-(shared % size + own) // size)]


def block_shared_after_writing(texts, shared, own, size):
    """The partly full block stays shared, though every text writes its first row into it.

    Then each text would read the row of another one. It is copied before it is written to.
    """
    return [-(-shared // size) + texts * (-(-(shared % size + own) // size) - 1)]


def rounded_down(texts, shared, own, size):
    """The blocks of each text were rounded down.

    A block that is partly full is in use as well.
    """
    return [shared // size + texts * ((shared % size + own) // size)]


def one_text(shared, own, size):
    """This is what a single text takes.

    The others share its beginning, and need blocks for their own rows.
    """
    return [-(-(shared + own) // size)]


def rows_counted(texts, shared, own):
    """These are rows, not blocks.

    A block has room for several. How many blocks hold so many rows?
    """
    return [shared + texts * own]
