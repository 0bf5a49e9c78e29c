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


def _drawn_from(row, u):
    ends = np.cumsum(row)
    for i, end in enumerate(ends):
        if u < end:
            return i
    return int(np.flatnonzero(row)[-1])


def _rest(p, q):
    rest = np.maximum(p - q, 0.0)
    return rest / rest.sum() if rest.sum() else p


def ends_without_a_bonus(P, Q, drafted, u, u_pick):
    """Returns the drafts when all are kept.

    makes: no_bonus_token
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] < min(1.0, P[i][token] / Q[i][token]):
            out.append(token)
        else:
            out.append(_drawn_from(_rest(P[i], Q[i]), u_pick))
            return out
    return out if drafted else [_drawn_from(P[-1], u_pick)]


def same_u_each_time(P, Q, drafted, u, u_pick):
    """Reads u[0] for every draft.

    makes: first_u_for_all
    """
    out = []
    for p, q, token in zip(P, Q, drafted):
        if u[0] < p[token] / q[token]:
            out.append(token)
            continue
        return [*out, _drawn_from(_rest(p, q), u_pick)]
    return [*out, _drawn_from(P[len(drafted)], u_pick)]


def drawn_with_the_failed_u(P, Q, drafted, u, u_pick):
    """Draws the replacement with the u that rejected the draft.

    makes: nothing listed
    """
    out = []
    for i, token in enumerate(drafted):
        if u[i] < P[i][token] / Q[i][token]:
            out.append(token)
        else:
            return [*out, _drawn_from(_rest(P[i], Q[i]), u[i])]
    return [*out, _drawn_from(P[-1], u_pick)]


def product_of_chances(P, Q, drafted, u, u_pick):
    """Judges each draft with the product of all chances so far.

    makes: nothing listed
    """
    out, chance = [], 1.0
    for i, token in enumerate(drafted):
        chance *= min(1.0, P[i][token] / Q[i][token])
        if u[i] < chance:
            out.append(token)
        else:
            return [*out, _drawn_from(_rest(P[i], Q[i]), u_pick)]
    return [*out, _drawn_from(P[-1], u_pick)]


def residual_one_row_further(P, Q, drafted, u, u_pick):
    """Counts the drafts before it looks at the row for the residual.

    makes: residual_of_the_next_row
    """
    n = 0
    while n < len(drafted):
        token = drafted[n]
        chance = min(1.0, P[n][token] / Q[n][token])
        if u[n] < chance:
            n += 1
            continue
        out = list(drafted[:n])
        n += 1
        rest = np.maximum(P[n] - Q[n - 1], 0.0)
        return out + [_draw(rest / rest.sum(), u_pick)]
    return list(drafted) + [_draw(P[n], u_pick)]


def agrees_with_the_argmax(P, Q, drafted, u, u_pick):
    """Keeps a draft if the target would have taken it greedily.

    makes: only_the_favourite_accepted
    """
    result = []
    for row, (p, q) in enumerate(zip(P[:-1], Q)):
        if drafted[row] != int(p.argmax()):
            lacking = (p - q).clip(0)
            total = lacking.sum()
            result.append(_draw(lacking / total if total else p, u_pick))
            return result
        result.append(drafted[row])
    result.append(_draw(P[len(drafted)], u_pick))
    return result


def p_without_the_rejected_one(P, Q, drafted, u, u_pick):
    """Crosses the rejected token out of p and draws from the rest.

    makes: nothing listed
    """
    kept = []
    for i, token in enumerate(drafted):
        if u[i] < P[i, token] / Q[i, token]:
            kept.append(token)
        else:
            p = P[i].copy()
            p[token] = 0
            return kept + [_draw(p / p.sum(), u_pick)]
    return kept + [_draw(P[-1], u_pick)]


def _first_above(p, u):
    total = 0.0
    for i, x in enumerate(p):
        total += x
        if u < total:
            return i
    return int(np.flatnonzero(p)[-1])


def returns_at_a_rejection(P, Q, drafted, u, u_pick):
    """Returns what was kept as soon as one is rejected.

    makes: nothing_drawn_after_a_rejection
    """
    result = []
    for i, token in enumerate(drafted):
        if u[i] < min(1, P[i][token] / Q[i][token]):
            result.append(token)
        else:
            return result
    result.append(_first_above(P[len(drafted)], u_pick))
    return result


def residual_drawn_with_its_own_u(P, Q, drafted, u, u_pick):
    """Draws after a rejection with the number that judged the draft.

    makes: nothing listed
    """
    kept = []
    for i, token in enumerate(drafted):
        p, q = P[i], Q[i]
        if u[i] < min(1, p[token] / q[token]):
            kept.append(token)
            continue
        residual = np.maximum(0, p - q)
        residual = residual / residual.sum()
        kept.append(_first_above(residual, u[i]))
        return kept
    kept.append(_first_above(P[-1], u_pick))
    return kept


def bonus_from_p_after_rejection(P, Q, drafted, u, u_pick):
    """After a rejection the token is drawn from the target's row itself, not from the residual.

    makes: draws_from_p_after_a_rejection
    """
    from sample_with_u import sample
    kept = []
    for i, token in enumerate(drafted):
        if u[i] * Q[i][token] < P[i][token]:
            kept.append(token)
        else:
            break
    return kept + [int(sample(P[len(kept)], u_pick))]


def no_end_at_rejection(P, Q, drafted, u, u_pick):
    """Goes on after a rejection: replaces the token and judges the next ones.

    makes: goes_on_after_a_rejection
    """
    from accept_and_residual import accept_and_residual
    from sample_with_u import sample
    out = []
    for row, token in enumerate(drafted):
        accept, residual = accept_and_residual(P[row], Q[row])
        out.append(token if u[row] < accept[token] else sample(residual, u_pick))
    return [*out, sample(P[-1], u_pick)]
