"""Wrong versions of verifying a block, as learners write them."""
import numpy as np
from accept_and_residual import accept_and_residual


def _draw(p, u):
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return int(np.flatnonzero(p)[-1])


def _residual(p, q):
    return accept_and_residual(p, q)[1]


def from_p(P, Q, drafted, u, u_pick):
    """Draws from p after a rejection.

    makes: draws_from_p_after_a_rejection
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= min(1, P[i][token] / Q[i][token]):
            return out + [_draw(P[i], u_pick)]
        out.append(token)
    return out + [_draw(P[len(drafted)], u_pick)]


def no_break(P, Q, drafted, u, u_pick):
    """Goes on with the loop after a rejection.

    makes: goes_on_after_a_rejection
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] < P[i][token] / Q[i][token]:
            out.append(token)
        else:
            out.append(_draw(_residual(P[i], Q[i]), u_pick))
    return out + [_draw(P[-1], u_pick)]


def break_only(P, Q, drafted, u, u_pick):
    """Returns the kept ones after a rejection.

    makes: nothing_drawn_after_a_rejection
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            break
        out.append(token)
    if len(out) == len(drafted):
        out.append(_draw(P[-1], u_pick))
    return out


def no_bonus(P, Q, drafted, u, u_pick):
    """Draws only after a rejection.

    makes: no_bonus_token
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            out.append(_draw(_residual(P[i], Q[i]), u_pick))
            break
        out.append(token)
    return out


def p_alone(P, Q, drafted, u, u_pick):
    """Compares u with p.

    makes: accepted_with_p
    """
    out = []
    for i, token in enumerate(drafted):
        if not u[i] < P[i, token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def first_number(P, Q, drafted, u, u_pick):
    """Judges with u[0].

    makes: first_u_for_all
    """
    out = []
    for i, token in enumerate(drafted):
        if u[0] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def rejected_left_in(P, Q, drafted, u, u_pick):
    """Appends before it judges.

    makes: rejected_token_stays
    """
    out = []
    for i, token in enumerate(drafted):
        out.append(token)
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
    return out + [_draw(P[-1], u_pick)]


def all_kept(P, Q, drafted, u, u_pick):
    """Keeps all.

    makes: always_accepts
    """
    return list(drafted) + [_draw(P[-1], u_pick)]


def argmax_of_residual(P, Q, drafted, u, u_pick):
    """Takes the best of the residual.

    makes: favourite_after_a_rejection
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [int(np.argmax(np.maximum(P[i] - Q[i], 0)))]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def from_q(P, Q, drafted, u, u_pick):
    """Draws from q after a rejection.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(Q[i], u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def from_q_minus_p(P, Q, drafted, u, u_pick):
    """Draws from what q has too much.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(Q[i], P[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def u_pick_judges(P, Q, drafted, u, u_pick):
    """Judges with u_pick.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u_pick >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def own_numbers(P, Q, drafted, u, u_pick):
    """Judges with random numbers of its own.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if np.random.random() >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def bonus_is_best(P, Q, drafted, u, u_pick):
    """Takes the best token for the bonus.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [int(np.argmax(P[-1]))]


def half_is_enough(P, Q, drafted, u, u_pick):
    """Keeps a draft if p / q is at least one half.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if P[i][token] / Q[i][token] < 0.5:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def numbers_shifted(P, Q, drafted, u, u_pick):
    """Judges each draft with the next number.

    makes: nothing listed
    """
    out = []
    numbers = [*u[1:], u_pick]
    for i, token in enumerate(drafted):
        if numbers[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def one_minus_u(P, Q, drafted, u, u_pick):
    """Draws with 1 - u_pick.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), 1 - u_pick)]
        out.append(token)
    return out + [_draw(P[-1], 1 - u_pick)]


def at_most_two(P, Q, drafted, u, u_pick):
    """Judges the first two drafts only.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted[:2]):
        if u[i] >= P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[len(out)], u_pick)]


def at_most_the_ratio(P, Q, drafted, u, u_pick):
    """Keeps a draft if u <= p / q.

    makes: impossible_token_kept
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] > P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def skipped(P, Q, drafted, u, u_pick):
    """Leaves rejected drafts out.

    makes: rejected_drafts_skipped
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            continue
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def row_of_the_last_draft(P, Q, drafted, u, u_pick):
    """Draws the bonus from the row before.

    makes: bonus_from_the_row_before
    """
    out = []
    for i, token in enumerate(drafted):
        if not u[i] < P[i][token] / Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    row = len(drafted) - 1 if drafted else 0
    return out + [_draw(P[row], u_pick)]


def draft_over_target(P, Q, drafted, u, u_pick):
    """Divides q by p.

    makes: ratio_upside_down
    """
    out = []
    for i, token in enumerate(drafted):
        if not (P[i][token] == 0 or u[i] < Q[i][token] / P[i][token]):
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def at_least_q(P, Q, drafted, u, u_pick):
    """Keeps a draft if p >= q.

    makes: u_ignored
    """
    out = []
    for i, token in enumerate(drafted):
        if not P[i][token] >= Q[i][token]:
            return out + [_draw(_residual(P[i], Q[i]), u_pick)]
        out.append(token)
    return out + [_draw(P[-1], u_pick)]


def how_many(P, Q, drafted, u, u_pick):
    """Returns the number of tokens.

    makes: count_returned
    """
    kept = 0
    for i, token in enumerate(drafted):
        if u[i] >= P[i][token] / Q[i][token]:
            break
        kept += 1
    return kept + 1
