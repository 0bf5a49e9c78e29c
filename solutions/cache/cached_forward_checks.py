"""Pieces of a text give the logits of the whole text."""

from .cached_block_checks import cut_back_to_ten, empty, holds_seventeen, holds_ten, in_pieces, tiny

__all__ = ["cut_back_to_ten", "empty", "holds_seventeen", "holds_ten", "pieces_give_the_same", "tiny"]


def pieces_give_the_same(near, ids, **others):
    """However the text is cut into pieces, the logits are those of the whole text in one piece."""
    return (yield from in_pieces(near, "ids", ids, others, "logits"))
