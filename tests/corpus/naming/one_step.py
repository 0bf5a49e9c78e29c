"""Wrong versions of one step with all settings, as learners write them."""

import numpy as np
from bias_ban_min_tokens import shape_logits
from frequency_presence import frequency_presence
from min_p import min_p as far_behind
from nucleus_membership import nucleus
from repetition_penalty import repetition_penalty
from repetition_penalty import repetition_penalty as repeat
from sampler_pipeline import next_distribution
from temperature_rescaling import temperature_probs
from top_3_renormalisation import top_k as best_k

OFF = dict(
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
)


def _bias(z, s):
    z = np.array(z, dtype=float)
    for token, bias in (s["logit_bias"] or {}).items():
        z[token] += bias
    return z


def _mask(z, s):
    z = z if s["allowed"] is None else np.where(s["allowed"], z, -np.inf)
    if not np.isfinite(z).any():
        raise ValueError("no token may come")
    return z


def _bend(z, prompt, new, s):
    z = repetition_penalty(_bias(z, s), prompt + new, s["repetition_penalty"])
    return _mask(frequency_presence(z, prompt, new, s["frequency_penalty"], s["presence_penalty"]), s)


def _sample(z, s):
    return next_distribution(z, s["temperature"], s["top_k"], s["top_p"], s["min_p"])


def no_bias(logits, prompt, generated, **given):
    """Forgets the bias.

    makes: bias_ignored
    """
    s = {**OFF, **given}
    z = repetition_penalty(logits, prompt + generated, s["repetition_penalty"])
    z = frequency_presence(z, prompt, generated, s["frequency_penalty"], s["presence_penalty"])
    return _sample(_mask(z, s), s)


def bias_last(logits, prompt, generated, **given):
    """Adds the bias right before the mask.

    makes: bias_after_the_penalties
    """
    s = {**OFF, **given}
    z = repetition_penalty(logits, prompt + generated, s["repetition_penalty"])
    z = frequency_presence(z, prompt, generated, s["frequency_penalty"], s["presence_penalty"])
    return _sample(_mask(_bias(z, s), s), s)


def everything_counts(logits, prompt, generated, **given):
    """Gives both lists to all penalties.

    makes: prompt_counts_for_the_subtraction
    """
    s = {**OFF, **given}
    text = prompt + generated
    z = repetition_penalty(_bias(logits, s), text, s["repetition_penalty"])
    for token in text:
        z[token] -= s["frequency_penalty"]
    for token in set(text):
        z[token] -= s["presence_penalty"]
    return _sample(_mask(z, s), s)


def only_new_tokens(logits, prompt, generated, **given):
    """Uses the generated tokens for every penalty.

    makes: repetition_forgets_the_prompt
    """
    s = {**OFF, **given}
    z = repetition_penalty(_bias(logits, s), generated, s["repetition_penalty"])
    z = frequency_presence(z, prompt, generated, s["frequency_penalty"], s["presence_penalty"])
    return _sample(_mask(z, s), s)


def no_mask(logits, prompt, generated, **given):
    """Does not look at allowed.

    makes: mask_ignored
    """
    s = {**OFF, **given}
    return _sample(_bend(logits, prompt, generated, {**s, "allowed": None}), s)


def temperature_forgotten(logits, prompt, generated, **given):
    """Calls the sampler with the filters only.

    makes: temperature_ignored
    """
    s = {**OFF, **given}
    z = _bend(logits, prompt, generated, s)
    return next_distribution(z, top_k=s["top_k"], top_p=s["top_p"], min_p=s["min_p"])


def subtracts_first(logits, prompt, generated, **given):
    """Subtracts before it divides.

    makes: repetition_after_the_subtraction
    """
    s = {**OFF, **given}
    z = _bias(logits, s)
    for token in generated:
        z[token] -= s["frequency_penalty"]
    for token in set(generated):
        z[token] -= s["presence_penalty"]
    return _sample(_mask(repetition_penalty(z, prompt + generated, s["repetition_penalty"]), s), s)


def large_negative(logits, prompt, generated, **given):
    """Uses -10 for forbidden tokens.

    makes: nothing listed
    """
    s = {**OFF, **given}
    z = _bend(logits, prompt, generated, {**s, "allowed": None})
    return _sample(z if s["allowed"] is None else np.where(s["allowed"], z, -10.0), s)


def frequency_once(logits, prompt, generated, **given):
    """Counts each generated token once for the frequency penalty.

    makes: nothing listed
    """
    s = {**OFF, **given}
    return _sample(_bend(logits, prompt, sorted(set(generated)), s), s)


def bias_subtracted(logits, prompt, generated, **given):
    """Subtracts the bias.

    makes: nothing listed
    """
    s = {**OFF, **given}
    bias = {token: -value for token, value in (s["logit_bias"] or {}).items()}
    return _sample(_bend(logits, prompt, generated, {**s, "logit_bias": bias}), s)


def bias_replaces(logits, prompt, generated, **given):
    """Puts the bias in place of the logit.

    makes: bias_replaces_the_logit
    """
    s = {**OFF, **given}
    z = np.array(logits, dtype=float)
    for token, bias in (s["logit_bias"] or {}).items():
        z[token] = bias
    return _sample(_bend(z, prompt, generated, {**s, "logit_bias": None}), s)


def top_k_one_more(logits, prompt, generated, **given):
    """Keeps one token more than top_k says.

    makes: nothing listed
    """
    s = {**OFF, **given}
    return _sample(_bend(logits, prompt, generated, s), {**s, "top_k": s["top_k"] + 1 if s["top_k"] else 0})


def squared_temperature(logits, prompt, generated, **given):
    """Uses the temperature twice.

    makes: nothing listed
    """
    s = {**OFF, **given}
    z = _bend(logits, prompt, generated, s)
    return _sample(z / s["temperature"] if s["temperature"] else z, s)


def every_occurrence(logits, prompt, generated, **given):
    """Penalizes a repeated token once for each time.

    makes: repetition_for_each_time
    """
    s = {**OFF, **given}
    z = _bias(logits, s)
    for token in prompt + generated:
        z[token] = z[token] / s["repetition_penalty"] if z[token] > 0 else z[token] * s["repetition_penalty"]
    z = frequency_presence(z, prompt, generated, s["frequency_penalty"], s["presence_penalty"])
    return _sample(_mask(z, s), s)


def argmax_at_once(logits, prompt, generated, **given):
    """Returns the model's favorite at temperature 0 before it bends anything.

    makes: greedy_of_the_raw_logits
    """
    s = {**OFF, **given}
    bent = _bend(logits, prompt, generated, s)
    if s["temperature"] == 0:
        p = np.zeros(len(bent))
        p[np.argmax(logits)] = 1.0
        return p
    return _sample(bent, s)


def presence_counted(logits, prompt, generated, **given):
    """Subtracts the presence penalty for each time.

    makes: presence_for_each_time
    """
    s = {**OFF, **given}
    z = repetition_penalty(_bias(logits, s), prompt + generated, s["repetition_penalty"])
    for token in generated:
        z[token] -= s["frequency_penalty"] + s["presence_penalty"]
    return _sample(_mask(z, s), s)


def ids_allowed(logits, prompt, generated, **given):
    """Reads `allowed` as ids.

    makes: allowed_taken_for_ids
    """
    s = {**OFF, **given}
    z = _bend(logits, prompt, generated, {**s, "allowed": None})
    if s["allowed"] is not None:
        z[[token for token in range(len(z)) if token not in s["allowed"]]] = -np.inf
    if not np.isfinite(z).any():
        raise ValueError("no token may come")
    return _sample(z, s)


def looks_at_the_mask_alone(logits, prompt, generated, **given):
    """Refuses a mask without True, and nothing else.

    makes: only_the_mask_is_asked
    """
    s = {**OFF, **given}
    z = repetition_penalty(_bias(logits, s), prompt + generated, s["repetition_penalty"])
    z = frequency_presence(z, prompt, generated, s["frequency_penalty"], s["presence_penalty"])
    if s["allowed"] is not None:
        if not any(s["allowed"]):
            raise ValueError("no token may come")
        z[np.logical_not(s["allowed"])] = -np.inf
    return _sample(z, s)


def _plain_bias(logits, bias):
    return shape_logits(logits, bias or {}, [], 0, 0, 0)


def _plain_mask(logits, allowed):
    logits = logits if allowed is None else np.where(allowed, logits, -np.inf)
    if not np.isfinite(logits).any():
        raise ValueError("nothing left")
    return logits


def bias_comes_last(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Adds the bias after the penalties.

    makes: bias_after_the_penalties
    """
    logits = repeat(logits, [*prompt, *generated], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    logits = _plain_mask(_plain_bias(logits, logit_bias), allowed)
    return next_distribution(logits, temperature, top_k, top_p, min_p)


def bias_within_a_hundred(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Treats a bias of -100 or less as a ban.

    makes: nothing listed
    """
    bias = {t: -np.inf if b <= -100 else b for t, b in (logit_bias or {}).items()}
    logits = np.array(logits, float)
    for t, b in bias.items():
        logits[t] += b
    logits = repeat(logits, [*prompt, *generated], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    return next_distribution(_plain_mask(logits, allowed), temperature, top_k, top_p, min_p)


def penalty_for_each_time(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Applies the repetition penalty once for each time that a token is in the text.

    makes: repetition_for_each_time
    """
    logits = _plain_bias(logits, logit_bias)
    for t in [*prompt, *generated]:
        logits = repeat(logits, [t], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    return next_distribution(_plain_mask(logits, allowed), temperature, top_k, top_p, min_p)


def min_p_first(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Applies min-p before top-k and top-p.

    makes: min_p_before_top_p
    """
    logits = repeat(_plain_bias(logits, logit_bias), [*prompt, *generated], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    p = best_k(far_behind(temperature_probs(_plain_mask(logits, allowed), temperature), min_p), top_k)
    kept = np.zeros_like(p)
    ids = nucleus(p, top_p)
    kept[ids] = p[ids]
    return kept / kept.sum()


def banned_at_the_end(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Forbids tokens after the sampler, and renormalizes what is left.

    makes: mask_after_the_filters
    """
    _plain_mask(logits, allowed)
    logits = repeat(_plain_bias(logits, logit_bias), [*prompt, *generated], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    p = next_distribution(logits, temperature, top_k, top_p, min_p)
    if allowed is None:
        return p
    p = p * np.array(allowed)
    if not p.any():
        raise ValueError("nothing left")
    return p / p.sum()


def never_a_reward(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Takes penalties that reward for none.

    makes: nothing listed
    """
    logits = repeat(_plain_bias(logits, logit_bias), [*prompt, *generated], max(1.0, repetition_penalty))
    logits = frequency_presence(logits, prompt, generated, max(0.0, frequency_penalty), max(0.0, presence_penalty))
    return next_distribution(_plain_mask(logits, allowed), temperature, top_k, top_p, min_p)


def never_quite_greedy(
    logits,
    prompt,
    generated,
    *,
    logit_bias=None,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    allowed=None,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
):
    """Raises the temperature to at least a tenth, so that nothing is divided by 0.

    makes: nothing listed
    """
    logits = repeat(_plain_bias(logits, logit_bias), [*prompt, *generated], repetition_penalty)
    logits = frequency_presence(logits, prompt, generated, frequency_penalty, presence_penalty)
    return next_distribution(_plain_mask(logits, allowed), max(0.1, temperature), top_k, top_p, min_p)
