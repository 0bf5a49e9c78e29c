"""Typical wrong versions of accepting and making up for it."""

import numpy as np

from .accept_and_residual import accept_and_residual as _accept_and_residual


def _accept(p, q):
    return _accept_and_residual(p, q)[0]


def _residual(p, q):
    return _accept_and_residual(p, q)[1]


def _ratio(p, q):
    return np.divide(p, q, out=np.zeros(len(p)), where=q > 0)


def ratio_upside_down(p, q):
    """The ratio is q / p instead of p / q.

    Then tokens that the draft proposes too often are always kept, and those that it should propose more often are
    rejected. Which of the two should come less often?
    """
    return np.minimum(1.0, np.divide(q, p, out=np.ones(len(p)), where=p > 0)), _residual(p, q)


def nearly_equal_taken_for_equal(p, q):
    """If p and q are close, the residual is p, as if they were the same.

    `np.allclose` says so of distributions that differ. Rejections are rare then, but they happen, and the residual is
    still the difference. The rule is only for p and q that are the same.
    """
    return _accept(p, q), p.copy() if np.allclose(p, q, atol=1e-3) else _residual(p, q)


def nearly_equal_taken_for_equal__by_default(p, q):
    """The tolerance is that of `np.allclose`."""
    return _accept(p, q), p.copy() if np.allclose(p, q) else _residual(p, q)


def small_number_added(p, q):
    """A small number is added to what is divided by, so that it is never 0.

    It changes every quotient a little, and a small one much. Ask where the divisor is 0, and give those places their
    own answer.
    """
    lacking = np.maximum(p - q, 0)
    residual = lacking / (lacking.sum() + 1e-12) if lacking.any() else p.copy()
    return np.minimum(1, p / (q + 1e-12)) * (q > 0), residual


def _with_epsilon(epsilon):
    def accept_and_residual(p, q):
        lacking = np.maximum(p - q, 0)
        return np.minimum(1, p / (q + epsilon)) * (q > 0), lacking / (lacking.sum() + epsilon)

    return accept_and_residual


def _with_epsilon_everywhere(epsilon):
    def accept_and_residual(p, q):
        lacking = np.maximum(p - q, 0)
        return np.minimum(1, p / (q + epsilon)), lacking / (lacking.sum() + epsilon)

    return accept_and_residual


small_number_added__1e_12 = _with_epsilon(1e-12)
small_number_added__1e_10 = _with_epsilon(1e-10)
small_number_added__1e_9 = _with_epsilon(1e-9)
small_number_added__1e_8 = _with_epsilon(1e-8)
small_number_added__1e_6 = _with_epsilon(1e-6)
small_number_added__1e_12_everywhere = _with_epsilon_everywhere(1e-12)
small_number_added__1e_10_everywhere = _with_epsilon_everywhere(1e-10)
small_number_added__1e_9_everywhere = _with_epsilon_everywhere(1e-9)
small_number_added__1e_8_everywhere = _with_epsilon_everywhere(1e-8)
small_number_added__1e_6_everywhere = _with_epsilon_everywhere(1e-6)


def ratio_not_capped(p, q):
    """`accept` can be larger than 1.

    A probability cannot. Where the target wants a token more than the draft does, it is always kept, and no more than
    that; the rest comes from the residual.
    """
    return _ratio(p, q), _residual(p, q)


def all_or_nothing(p, q):
    """A token is always kept if p is at least q, and never otherwise.

    Tokens that the draft likes a little too much would then never come from it, although they should come often. They
    have to be kept in part: with probability p / q.
    """
    return np.where((q > 0) & (p >= q), 1.0, 0.0), _residual(p, q)


def accepted_with_p(p, q):
    """`accept` is the target's probability itself.

    The token has been drafted with probability q already. Multiply both: q · accept should be the smaller of p and q.
    """
    return np.where(q > 0, p, 0.0), _residual(p, q)


def accepted_with_p__everywhere(p, q):
    """Tokens that are never drafted are accepted with p, too."""
    return p.copy(), _residual(p, q)


def residual_is_p(p, q):
    """After a rejection the token is drawn from p again.

    This is the best-known mistake here, and it looks reasonable. But tokens that both models like already come often
    enough through acceptance; now they come too often. Renormalize only the missing parts.
    """
    return _accept(p, q), p.copy()


def residual_is_the_distance(p, q):
    """The residual is made of |p − q|.

    Half of that are tokens that the draft proposed too often. They lack nothing. Only differences above 0 count.
    """
    distance = np.abs(p - q)
    return _accept(p, q), distance / distance.sum() if distance.any() else p.copy()


def residual_not_shared_out(p, q):
    """The residual is left as it is and does not add up to 1.

    Its sum is the probability of a rejection. Once a rejection has happened, one token has to come: divide by the sum.
    """
    return _accept(p, q), np.clip(p - q, 0.0, None) if (p != q).any() else p.copy()


def residual_of_the_draft(p, q):
    """The residual is made of q − p.

    Those are the tokens that come too often already. Ask what the target still lacks.
    """
    lacking = np.clip(q - p, 0.0, None)
    return _accept(p, q), lacking / lacking.sum() if lacking.any() else p.copy()


def residual_keeps_whole_p(p, q):
    """Tokens that the draft likes too much are crossed out, but the others keep all of p.

    A token with p = .4 and q = .3 has got .3 from acceptance and lacks only .1. Take away what it has.
    """
    kept = np.where(p > q, p, 0.0)
    return _accept(p, q), kept / kept.sum() if kept.any() else p.copy()


def equal_gives_nan(p, q):
    """If p and q are the same, the residual is 0 / 0.

    No rejection will ever happen then, but nan in a result spreads. The rules say what to return if p and q are the
    same.
    """
    return _accept(p, q), _residual(p, q) if (p != q).any() else np.full(len(p), np.nan)


def equal_gives_zeros(p, q):
    """If p and q are the same, the residual is all zeros.

    Nothing can be drawn from zeros, and they do not add up to 1. The rules say what to return if p and q are the same.
    """
    return _accept(p, q), _residual(p, q) if (p != q).any() else np.zeros(len(p))


def equal_gives_uniform(p, q):
    """If p and q are the same, all tokens share the residual alike.

    It is never used, so no text would change. Still, the rules say what to return if p and q are the same.
    """
    return _accept(p, q), _residual(p, q) if (p != q).any() else np.full(len(p), 1 / len(p))


def one_where_nothing_is_drafted(p, q):
    """`accept` is 1 where q is 0.

    With q = 0 the token is never drafted, so it makes no difference to the text, and programs differ here. The rules
    want 0.
    """
    return np.where(q > 0, _ratio(p, q).clip(max=1.0), 1.0), _residual(p, q)


def divided_by_zero(p, q):
    """Where q is 0 the ratio is infinite or nan, and `accept` becomes 1 or nan.

    numpy divides by 0 with a warning only. The rules say what `accept` is for a token that is never drafted. Divide
    only where q is above 0.
    """
    return np.minimum(1.0, p / q), _residual(p, q)


def models_exchanged(p, q):
    """p and q have changed places.

    The first argument is the target's, whose distribution must be kept. With the two exchanged, everything is
    computed as if the draft's were.
    """
    return _accept_and_residual(q, p)


def results_exchanged(p, q):
    """The residual is returned first and `accept` second.

    Both are right. Callers take them apart in the order that the task states.
    """
    return _accept_and_residual(p, q)[::-1]


def changes_its_input(p, q):
    """The q that was given is overwritten on the way.

    The caller needs its probabilities again. `np.divide` with `out=` and operations such as `q -= p` write into the
    array that was given. Build new ones.
    """
    result = _accept_and_residual(p, q)
    q -= p
    return result
