"""Typical wrong versions of bias, bans and a shortest answer."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs as _temperature_probs
from .bias_ban_min_tokens import shape_logits as _shape_logits


def _biased(logits, bias):
    return _shape_logits(logits, bias, [], 0, 0, 0)


def _forbidden(banned, eos, n_generated, min_tokens):
    """List the ids that must not come."""
    return [*banned, eos] if n_generated < min_tokens else list(banned)


def _banned_with(value):
    """Make a version that bans by writing some finite number."""

    def version(logits, bias, banned, eos, n_generated, min_tokens):
        shaped = _biased(logits, bias)
        shaped[_forbidden(banned, eos, n_generated, min_tokens)] = value
        return shaped

    return version


def zero_for_banned(logits, bias, banned, eos, n_generated, min_tokens):
    """Banned tokens get the logit 0.

    A probability of 0 is what a ban means, but this is a logit, and the exponential of 0 is 1. Among negative logits
    a banned token would even be the favorite. Which logit has the exponential 0?
    """
    return _banned_with(0.0)(logits, bias, banned, eos, n_generated, min_tokens)


def minus_ten_for_banned(logits, bias, banned, eos, n_generated, min_tokens):
    """Banned tokens get a logit of −10.

    It looks low, but among −20 and −30 it is the best. Softmax sees only differences, so no finite number is low enough
    for certain.
    """
    return _banned_with(-10.0)(logits, bias, banned, eos, n_generated, min_tokens)


def minus_hundred_for_banned(logits, bias, banned, eos, n_generated, min_tokens):
    """Banned tokens get a logit of −100.

    After softmax that is nearly 0, but a ban means exactly 0, and there is a logit for it. Softmax sees only
    differences, so no finite number is low enough for certain.
    """
    return _banned_with(-100.0)(logits, bias, banned, eos, n_generated, min_tokens)


def billion_for_banned(logits, bias, banned, eos, n_generated, min_tokens):
    """Banned tokens get a very low logit, such as −1,000,000,000, instead of minus infinity.

    Many programs write such a number, and after softmax it usually gives 0. But later steps then see an ordinary
    logit that can be shifted, scaled or lifted again. The rules ask for minus infinity.
    """
    return _banned_with(-1e9)(logits, bias, banned, eos, n_generated, min_tokens)


billion_for_banned__thousand = _banned_with(-1e3)
billion_for_banned__ten_thousand = _banned_with(-1e4)
billion_for_banned__nines = _banned_with(-9999.0)
billion_for_banned__lowest_float16 = _banned_with(-65504.0)
billion_for_banned__hundred_thousand = _banned_with(-1e5)
billion_for_banned__million = _banned_with(-1e6)
billion_for_banned__hundred_million = _banned_with(-1e8)
billion_for_banned__ten_billion = _banned_with(-1e10)
billion_for_banned__1e_12 = _banned_with(-1e12)
billion_for_banned__1e_18 = _banned_with(-1e18)
billion_for_banned__1e_20 = _banned_with(-1e20)
billion_for_banned__1e_30 = _banned_with(-1e30)
billion_for_banned__lowest_float32 = _banned_with(float(np.finfo(np.float32).min))
billion_for_banned__1e_100 = _banned_with(-1e100)
billion_for_banned__lowest_float64 = _banned_with(np.finfo(np.float64).min)


def bias_replaces(logits, bias, banned, eos, n_generated, min_tokens):
    """The bias is written in the place of the logit.

    Then the model's own score of the token is lost. A bias is added to the logit.
    """
    shaped = logits.copy()
    for token, push in bias.items():
        shaped[token] = push
    return _shape_logits(shaped, {}, banned, eos, n_generated, min_tokens)


def bias_multiplies(logits, bias, banned, eos, n_generated, min_tokens):
    """The logit is multiplied by the bias.

    A bias of 5 would turn −2 into −10 and so hinder the token. A bias is added.
    """
    shaped = logits.copy()
    for token, push in bias.items():
        shaped[token] *= push
    return _shape_logits(shaped, {}, banned, eos, n_generated, min_tokens)


def bias_subtracted(logits, bias, banned, eos, n_generated, min_tokens):
    """The bias is subtracted.

    A positive bias should help its token. Look at the sign.
    """
    turned = {token: -push for token, push in bias.items()}
    return _shape_logits(logits, turned, banned, eos, n_generated, min_tokens)


def bias_ignored(logits, bias, banned, eos, n_generated, min_tokens):
    """The bias has no effect.

    The bans are right. Before them, each number in `bias` has to be added to the logit of its token; a dict gives its
    pairs with `.items()`.
    """
    return _shape_logits(logits, {}, banned, eos, n_generated, min_tokens)


def bias_of_minus_100_bans(logits, bias, banned, eos, n_generated, min_tokens):
    """A bias of -100 bans its token.

    OpenAI's documentation says that values like -100 "should result in a ban", and next to ordinary logits they do. But it is
    a number that is added, and where the other logits are low as well, the token can still come. Only `banned` bans.
    """
    return _banned_below(logits, bias, banned, eos, n_generated, min_tokens, -100)


def bias_of_minus_100_bans__minus_10(logits, bias, banned, eos, n_generated, min_tokens):
    """A bias of -10 bans, too."""
    return _banned_below(logits, bias, banned, eos, n_generated, min_tokens, -10)


def _banned_below(logits, bias, banned, eos, n_generated, min_tokens, least):
    low = [token for token, push in bias.items() if push <= least]
    return _shape_logits(logits, bias, [*banned, *low], eos, n_generated, min_tokens)


def ban_as_minus_100(logits, bias, banned, eos, n_generated, min_tokens):
    """A ban subtracts 100 from the logit.

    That is how a ban is written for an API that has a bias only. The token's probability is then very small, but not 0.
    Which logit has exactly 0?
    """
    push = dict.fromkeys({*banned, *([eos] if n_generated < min_tokens else [])}, -100.0)
    return _shape_logits(_shape_logits(logits, bias, [], eos, 0, 0), push, [], eos, 0, 0)


def bias_undoes_bans(logits, bias, banned, eos, n_generated, min_tokens):
    """A banned token that has a bias comes back; only the ban of EOS holds.

    The bias is added to the old logits after the bans, and written over them. A ban overrides a bias, so it must come
    last.
    """
    free = [token for token in banned if token not in bias]
    return _shape_logits(logits, bias, free, eos, n_generated, min_tokens)


def bias_brings_eos_back(logits, bias, banned, eos, n_generated, min_tokens):
    """A bias on EOS lifts the ban that min_tokens put on it.

    The banned list holds, but the ban of EOS is decided before the bias, or only if EOS has no bias. Both bans
    override any bias.
    """
    return _shape_logits(logits, bias, banned, eos, n_generated, 0 if eos in bias else min_tokens)


def bias_beats_everything(logits, bias, banned, eos, n_generated, min_tokens):
    """A token with a bias is never banned, neither by the list nor by min_tokens.

    The bias is written last, over the bans. Turn the order round: a ban overrides any bias, so it comes last.
    """
    free = [token for token in banned if token not in bias]
    return _shape_logits(logits, bias, free, eos, n_generated, 0 if eos in bias else min_tokens)


def bans_ignored(logits, bias, banned, eos, n_generated, min_tokens):
    """The banned list has no effect.

    The bias and the minimum length are right. The tokens of the list have to become impossible.
    """
    return _shape_logits(logits, bias, [], eos, n_generated, min_tokens)


def only_banned_allowed(logits, bias, banned, eos, n_generated, min_tokens):
    """Everything is banned but the tokens of the list.

    The list names what must not come, and it was used as a list of what may come. Turn the mask round.
    """
    others = [token for token in range(len(logits)) if token not in banned]
    return _shape_logits(logits, bias, others, eos, n_generated, min_tokens)


def eos_banned_at_equality(logits, bias, banned, eos, n_generated, min_tokens):
    """EOS is still banned when exactly min_tokens tokens have been generated.

    By then the answer is long enough, and EOS may come as the next token. The rule on EOS says "less than".
    """
    return _shape_logits(logits, bias, banned, eos, n_generated, min_tokens + 1)


def eos_allowed_too_early(logits, bias, banned, eos, n_generated, min_tokens):
    """EOS is allowed when one token is still missing.

    Perhaps the token about to be picked was counted as well. If that is EOS, it does not make the answer longer.
    `n_generated` counts only what is there already.
    """
    return _shape_logits(logits, bias, banned, eos, n_generated, min_tokens - 1)


def min_tokens_ignored(logits, bias, banned, eos, n_generated, min_tokens):
    """The minimum length has no effect.

    Bias and bans are right. As long as fewer than min_tokens tokens exist, EOS has to be banned as well.
    """
    return _shape_logits(logits, bias, banned, eos, n_generated, 0)


def eos_banned_when_long_enough(logits, bias, banned, eos, n_generated, min_tokens):
    """EOS is banned once the answer is long enough, and allowed before.

    Then short answers end at once and long ones never. The comparison of `n_generated` with `min_tokens` is turned
    round.
    """
    is_short = n_generated < min_tokens
    return _shape_logits(logits, bias, [*banned] if is_short else [*banned, eos], eos, 0, 0)


def only_eos_allowed(logits, bias, banned, eos, n_generated, min_tokens):
    """While the answer is too short, every token but EOS is banned.

    That ends it at once, which is the opposite of what min_tokens is for. One single token has to be banned then:
    which?
    """
    if n_generated >= min_tokens:
        return _shape_logits(logits, bias, banned, eos, n_generated, min_tokens)
    others = [token for token in range(len(logits)) if token != eos]
    return _shape_logits(logits, bias, [*banned, *others], eos, 0, 0)


def probabilities_returned(logits, bias, banned, eos, n_generated, min_tokens):
    """The result holds probabilities instead of logits.

    Everything before that is right. But penalties and temperature come after this step, and they need logits. Leave
    softmax to the end.
    """
    return _temperature_probs(_shape_logits(logits, bias, banned, eos, n_generated, min_tokens), 1.0)


def changes_its_input(logits, bias, banned, eos, n_generated, min_tokens):
    """The result is written over the logits that were given.

    The caller may still need them. `logits[token] += ...` and `logits[token] = ...` write into the caller's array.
    Work on a copy.
    """
    logits[:] = _shape_logits(logits, bias, banned, eos, n_generated, min_tokens)
    return logits
