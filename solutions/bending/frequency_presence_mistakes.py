"""Typical wrong versions of the frequency and presence penalties."""

import numpy as np

from ..scores.temperature_rescaling import temperature_probs as _temperature_probs
from .frequency_presence import frequency_presence as _frequency_presence


def _counts(logits, ids):
    return np.bincount(np.array(ids, dtype=int), minlength=len(logits))


def prompt_counted(logits, prompt, generated, alpha_f, alpha_p):
    """The tokens of the prompt are counted together with the generated ones.

    Some programs do that on purpose. Here only generated tokens count, so that the model may use the words of the
    question. Look at what you count.
    """
    return _frequency_presence(logits, [], [*prompt, *generated], alpha_f, alpha_p)


def prompt_counted__for_frequency(logits, prompt, generated, alpha_f, alpha_p):
    """The prompt counts for the frequencies only."""
    present = _counts(logits, generated) > 0
    return logits - alpha_f * _counts(logits, [*prompt, *generated]) - alpha_p * present


def only_the_newest_tokens(logits, prompt, generated, alpha_f, alpha_p):
    """Only the last 64 generated tokens are looked at.

    Some programs have a setting for that. Here everything that was generated counts, however long it is.
    """
    return _frequency_presence(logits, prompt, generated[-64:], alpha_f, alpha_p)


def prompt_counted_for_presence(logits, prompt, generated, alpha_f, alpha_p):
    """The prompt is left out of the frequencies, but counts as presence.

    A token that only the user wrote then loses `alpha_p`. Both penalties look at the generated tokens only.
    """
    present = _counts(logits, [*prompt, *generated]) > 0
    return logits - alpha_f * _counts(logits, generated) - alpha_p * present


def prompt_instead_of_generated(logits, prompt, generated, alpha_f, alpha_p):
    """The tokens of the prompt are counted, and the generated ones are not.

    It is the other way round: what the user wrote is free, and what the model has written is penalized. Look at the
    order of the arguments.
    """
    return _frequency_presence(logits, [], prompt, alpha_f, alpha_p)


def presence_for_each_time(logits, prompt, generated, alpha_f, alpha_p):
    """`alpha_p` is taken off for each time a token came, as `alpha_f` is.

    The two penalties then do the same thing. Presence is yes or no: it costs the same after one time as after ten.
    """
    return _frequency_presence(logits, prompt, generated, alpha_f + alpha_p, 0.0)


def frequency_once(logits, prompt, generated, alpha_f, alpha_p):
    """`alpha_f` is taken off once, however often the token came.

    The two penalties then do the same thing. Frequency has to count: three times cost three times as much. A set of
    ids no longer knows how often each one came.
    """
    return _frequency_presence(logits, prompt, generated, 0.0, alpha_f + alpha_p)


def knobs_exchanged(logits, prompt, generated, alpha_f, alpha_p):
    """The two numbers are exchanged: `alpha_p` is multiplied by the count, and `alpha_f` is taken off once.

    The indices f and p mean frequency and presence. Which of the two has to do with counting?
    """
    return _frequency_presence(logits, prompt, generated, alpha_p, alpha_f)


def added(logits, prompt, generated, alpha_f, alpha_p):
    """The penalties are added to the logits.

    A positive number then rewards repeats. A penalty has to make the logit smaller; look at the signs.
    """
    return _frequency_presence(logits, prompt, generated, -alpha_f, -alpha_p)


def presence_added(logits, prompt, generated, alpha_f, alpha_p):
    """The frequency penalty is subtracted, but the presence penalty is added.

    Both are taken off. A pair of brackets after the minus sign does this: see which terms it reaches.
    """
    return _frequency_presence(logits, prompt, generated, alpha_f, -alpha_p)


def first_time_free(logits, prompt, generated, alpha_f, alpha_p):
    """Only repeats are penalized, and the first time is free.

    It sounds fair, but then nothing holds back the first repeat. The formula counts every time, the first included.
    """
    repeats = np.maximum(_counts(logits, generated) - 1, 0)
    return logits - alpha_f * repeats - alpha_p * (repeats > 0)


def shares_for_counts(logits, prompt, generated, alpha_f, alpha_p):
    """The counts are divided by the length of the answer.

    A share of the text never gets above 1, so a word is hardly held back, however often it comes. "Frequency" is the
    plain count here.
    """
    counts = _counts(logits, generated)
    return logits - alpha_f * counts / max(len(generated), 1) - alpha_p * (counts > 0)


def divided(logits, prompt, generated, alpha_f, alpha_p):
    """The logits are divided by 1 + penalty instead of having the penalty subtracted.

    The repetition penalty does that, with its trouble about signs. This penalty subtracts, so that only differences
    between logits matter.
    """
    counts = _counts(logits, generated)
    with np.errstate(all="ignore"):
        return logits / (1 + alpha_f * counts + alpha_p * (counts > 0))


def absent_penalised(logits, prompt, generated, alpha_f, alpha_p):
    """`alpha_p` is taken off every token, also those that never came.

    A number subtracted from all logits makes no difference to softmax. The presence penalty depends on whether the
    token has come.
    """
    return logits - alpha_f * _counts(logits, generated) - alpha_p


def only_absent_penalised(logits, prompt, generated, alpha_f, alpha_p):
    """`alpha_p` is taken off the tokens that have not come.

    The condition is reversed, so new words are avoided instead of old ones. Compare `c > 0` with `c == 0`.
    """
    counts = _counts(logits, generated)
    return logits - alpha_f * counts - alpha_p * (counts == 0)


def negative_knobs_ignored(logits, prompt, generated, alpha_f, alpha_p):
    """A negative number is treated as 0.

    Negative values have a use: they encourage repeats. The formula is the same for them, with no condition on the
    sign.
    """
    return _frequency_presence(logits, prompt, generated, max(alpha_f, 0.0), max(alpha_p, 0.0))


def negative_knobs_ignored__of_frequency(logits, prompt, generated, alpha_f, alpha_p):
    """Only a negative `alpha_f` is treated as 0."""
    return _frequency_presence(logits, prompt, generated, max(alpha_f, 0.0), alpha_p)


def negative_knobs_ignored__of_presence(logits, prompt, generated, alpha_f, alpha_p):
    """Only a negative `alpha_p` is treated as 0."""
    return _frequency_presence(logits, prompt, generated, alpha_f, max(alpha_p, 0.0))


def stopped_at_zero(logits, prompt, generated, alpha_f, alpha_p):
    """No logit is allowed to fall below 0.

    Logits may be negative, and most are. Cutting them off makes unlikely tokens equal to each other and often
    better than before.
    """
    return np.maximum(_frequency_presence(logits, prompt, generated, alpha_f, alpha_p), 0.0)


def frequency_forgotten(logits, prompt, generated, alpha_f, alpha_p):
    """Only the presence penalty is there.

    `alpha_f` changes nothing. Each time a token was generated has to cost it `alpha_f`.
    """
    return _frequency_presence(logits, prompt, generated, 0.0, alpha_p)


def presence_forgotten(logits, prompt, generated, alpha_f, alpha_p):
    """Only the frequency penalty is there.

    `alpha_p` changes nothing. A token that was generated at all has to lose `alpha_p`, once.
    """
    return _frequency_presence(logits, prompt, generated, alpha_f, 0.0)


def counts_too_short(logits, prompt, generated, alpha_f, alpha_p):
    """The array of counts ends at the largest id that was generated.

    It then does not fit the logits, which have an entry for every token of the vocabulary. `np.bincount` can be told
    how long its result has to be at least.
    """
    counts = np.bincount(generated)
    return logits - alpha_f * counts - alpha_p * (counts > 0)


def probabilities_returned(logits, prompt, generated, alpha_f, alpha_p):
    """The result holds probabilities instead of logits.

    The penalties are right, and softmax would come later. Steps such as temperature still need the logits; return them
    as they are after the penalties.
    """
    return _temperature_probs(_frequency_presence(logits, prompt, generated, alpha_f, alpha_p), 1.0)


def changes_its_input(logits, prompt, generated, alpha_f, alpha_p):
    """The result is written over the logits that were given.

    The caller may still need them. `logits -= ...` and `logits[token] -= ...` write into the caller's array. Build a
    new one, or work on a copy.
    """
    logits[:] = _frequency_presence(logits, prompt, generated, alpha_f, alpha_p)
    return logits
