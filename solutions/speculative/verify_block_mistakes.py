"""Typical wrong versions of verifying a block."""

import numpy as np

from ..picking.sample_with_u import sample
from .accept_and_residual import accept_and_residual
from .verify_block import verify as _verify


def _walk(P, Q, drafted, u, u_pick, is_kept=None, after_rejection=None, after_all=None):
    """Verify a block with some parts exchanged; each is a function of the row's number."""
    kept = []
    for row, token in enumerate(drafted):
        accept, residual = accept_and_residual(P[row], Q[row])
        if not (is_kept(row) if is_kept else u[row] < accept[token]):
            return [*kept, after_rejection(row) if after_rejection else sample(residual, u_pick)]
        kept.append(token)
    return [*kept, *(after_all() if after_all else [sample(P[-1], u_pick)])]


def draws_from_p_after_a_rejection(P, Q, drafted, u, u_pick):
    """After a rejection the token is drawn from p instead of the residual.

    It looks reasonable, and it changes the distribution: tokens that both models like come too often. Which part of p
    is missing after acceptance?
    """
    return _walk(P, Q, drafted, u, u_pick, after_rejection=lambda row: sample(P[row], u_pick))


def residual_not_renormalized(P, Q, drafted, u, u_pick):
    """The residual is not renormalized before the token is drawn.

    max(0, p − q) adds up to less than 1, so `sample` refuses it, and a large u falls behind its end. Divide it by its sum, or
    take the residual that `accept_and_residual` returns.
    """
    return _walk(P, Q, drafted, u, u_pick, after_rejection=lambda row: sample(np.maximum(P[row] - Q[row], 0), u_pick))


def residual_not_renormalized__last_token(P, Q, drafted, u, u_pick):
    """A u beyond its end gives the last token of the vocabulary."""

    def drawn(row):
        ends = np.cumsum(np.maximum(P[row] - Q[row], 0))
        return min(int(np.searchsorted(ends, u_pick, side="right")), len(ends) - 1)

    return _walk(P, Q, drafted, u, u_pick, after_rejection=drawn)


def residual_not_renormalized__first_token(P, Q, drafted, u, u_pick):
    """A u beyond its end gives token 0, as `np.argmax` does."""

    def drawn(row):
        return int(np.argmax(np.cumsum(np.maximum(P[row] - Q[row], 0)) > u_pick))

    return _walk(P, Q, drafted, u, u_pick, after_rejection=drawn)


def goes_on_after_a_rejection(P, Q, drafted, u, u_pick):
    """After a rejection the remaining drafts are still looked at.

    They were drafted after a token that is no longer there, so the rows that judge them belong to another text. The
    first rejection ends the block.
    """
    tokens = []
    for row, token in enumerate(drafted):
        accept, residual = accept_and_residual(P[row], Q[row])
        tokens.append(token if u[row] < accept[token] else sample(residual, u_pick))
    return [*tokens, sample(P[-1], u_pick)]


def rejected_drafts_skipped(P, Q, drafted, u, u_pick):
    """Rejected drafts are left out, and the ones after them are kept.

    The text then jumps: a later token takes the place of an earlier one. The first rejection ends the block, and a
    drawn token takes the place.
    """
    kept = [token for row, token in enumerate(drafted) if u[row] < accept_and_residual(P[row], Q[row])[0][token]]
    return [*kept, sample(P[-1], u_pick)]


def nothing_drawn_after_a_rejection(P, Q, drafted, u, u_pick):
    """After a rejection no token is drawn, so a round can end with nothing.

    The target has done its work for that position and can give a token itself. Every round gives at least one: draw
    from the residual.
    """
    kept = []
    for row, token in enumerate(drafted):
        if u[row] >= accept_and_residual(P[row], Q[row])[0][token]:
            return kept
        kept.append(token)
    return [*kept, sample(P[-1], u_pick)]


def rejected_token_stays(P, Q, drafted, u, u_pick):
    """The rejected token stays in the result, with the drawn one after it.

    The drawn token replaces the rejected one. In your loop, test before you append.
    """
    for row, token in enumerate(drafted):
        accept, residual = accept_and_residual(P[row], Q[row])
        if u[row] >= accept[token]:
            return [*drafted[: row + 1], sample(residual, u_pick)]
    return [*drafted, sample(P[-1], u_pick)]


def no_bonus_token(P, Q, drafted, u, u_pick):
    """When all drafts are kept, no further token is drawn.

    The target's pass has one row more than there are drafts, and the last one is waiting to be used. A block without
    drafts would give nothing at all.
    """
    return _walk(P, Q, drafted, u, u_pick, after_all=lambda: [])


def no_bonus_token__but_without_drafts(P, Q, drafted, u, u_pick):
    """Only a block without drafts draws one."""
    return _walk(P, Q, drafted, u, u_pick, after_all=lambda: [] if drafted else [sample(P[-1], u_pick)])


def bonus_from_the_row_before(P, Q, drafted, u, u_pick):
    """The bonus token is drawn from the row of the last draft.

    That row is for the place of the last draft, which is filled. The next row is for the place after it.
    """
    return _walk(P, Q, drafted, u, u_pick, after_all=lambda: [sample(P[max(len(drafted) - 1, 0)], u_pick)])


def ratio_upside_down(P, Q, drafted, u, u_pick):
    """A draft is kept with probability q / p instead of p / q.

    Then the tokens that the draft proposes too often are always kept. Which of the two models has the last word?
    """
    return _walk(P, Q, drafted, u, u_pick, is_kept=lambda row: u[row] * P[row][drafted[row]] < Q[row][drafted[row]])


def accepted_with_p(P, Q, drafted, u, u_pick):
    """A draft is kept with the target's probability p, not p / q.

    It has been drafted with probability q already, so good drafts are rejected too often. The earlier exercise gives
    the probability to compare u with.
    """
    return _walk(P, Q, drafted, u, u_pick, is_kept=lambda row: u[row] < P[row][drafted[row]])


def u_ignored(P, Q, drafted, u, u_pick):
    """A draft is kept if p is at least q, whatever u is.

    Tokens that the draft likes a little too much would never be kept. They are kept in part: that is what u decides.
    """
    return _walk(P, Q, drafted, u, u_pick, is_kept=lambda row: P[row][drafted[row]] >= Q[row][drafted[row]])


def first_u_for_all(P, Q, drafted, u, u_pick):
    """Every draft is judged with the first random number.

    Then the drafts are not judged independently, and the distribution is wrong. Draft i has a random number of its own.
    """
    return _walk(
        P,
        Q,
        drafted,
        u,
        u_pick,
        is_kept=lambda row: u[0] < accept_and_residual(P[row], Q[row])[0][drafted[row]],
    )


def impossible_token_kept(P, Q, drafted, u, u_pick):
    """A draft that the target rules out is kept when u is exactly 0.

    With p = 0 the probability is 0, and `0 <= 0` is true. Random numbers can be exactly 0, if rarely. The rule on
    `u[i]` says which comparison to use.
    """
    return _walk(
        P, Q, drafted, u, u_pick, is_kept=lambda row: u[row] <= accept_and_residual(P[row], Q[row])[0][drafted[row]]
    )


def residual_of_the_next_row(P, Q, drafted, u, u_pick):
    """After a rejection the target's row of the next position is used.

    That row assumes that the rejected token comes before it. The token is drawn for the place of the rejected one, so
    its row is needed.
    """
    return _walk(
        P,
        Q,
        drafted,
        u,
        u_pick,
        after_rejection=lambda row: sample(accept_and_residual(P[row + 1], Q[row])[1], u_pick),
    )


def always_accepts(P, Q, drafted, u, u_pick):
    """All drafts are kept, whatever the target says.

    The text is then written by the small model. The target's rows are there to judge each draft.
    """
    return _walk(P, Q, drafted, u, u_pick, is_kept=lambda row: True)


def only_the_favourite_accepted(P, Q, drafted, u, u_pick):
    """A draft is kept only if it is the target's favorite token.

    That is right at temperature 0. When the target draws, other tokens have to come as well, as often as p says.
    """
    return _walk(P, Q, drafted, u, u_pick, is_kept=lambda row: int(np.argmax(P[row])) == drafted[row])


def favourite_after_a_rejection(P, Q, drafted, u, u_pick):
    """After a rejection the largest entry of the residual is taken instead of drawing.

    All tokens of the residual lack something, and each has to come as often as the residual says. Draw with `u_pick`.
    """

    def best(row):
        return int(np.argmax(accept_and_residual(P[row], Q[row])[1]))

    return _walk(P, Q, drafted, u, u_pick, after_rejection=best)


def count_returned(P, Q, drafted, u, u_pick):
    """The result is how many tokens the round gives, not which.

    The number is right. Return the ids themselves.
    """
    return len(_verify(P, Q, drafted, u, u_pick))


def changes_its_input(P, Q, drafted, u, u_pick):
    """The result is built in the list of drafts that was given.

    The caller counts its drafts afterwards and finds another list. Begin with a list of your own.
    """
    tokens = _verify(P, Q, drafted, u, u_pick)
    drafted[:] = tokens
    return tokens
