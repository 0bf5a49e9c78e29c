"""Wrong versions of the two penalties, as learners write them."""
from collections import Counter

import numpy as np


def whole_text_counted(logits, prompt, generated, alpha_f, alpha_p):
    """Counts prompt and answer together.

    makes: prompt_counted
    """
    out = logits.copy()
    for token, n in Counter(list(prompt) + list(generated)).items():
        out[token] -= alpha_f * n + alpha_p
    return out


def multiplied_both(logits, prompt, generated, alpha_f, alpha_p):
    """Takes both off in a loop over the list.

    makes: presence_for_each_time
    """
    out = logits.copy()
    for token in generated:
        out[token] -= alpha_f
        out[token] -= alpha_p
    return out


def set_of_tokens(logits, prompt, generated, alpha_f, alpha_p):
    """Goes through a set, so that the frequency counts once.

    makes: frequency_once
    """
    out = logits.copy()
    for token in set(generated):
        out[token] = out[token] - alpha_f - alpha_p
    return out


def swapped_knobs(logits, prompt, generated, alpha_f, alpha_p):
    """Uses each number for the other penalty.

    makes: knobs_exchanged
    """
    out = list(logits)
    for token in set(generated):
        out[token] -= alpha_p * generated.count(token)
        out[token] -= alpha_f
    return np.array(out)


def plus(logits, prompt, generated, alpha_f, alpha_p):
    """Adds.

    makes: added
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] += n * alpha_f
        out[token] += alpha_p
    return out


def bracket_slip(logits, prompt, generated, alpha_f, alpha_p):
    """Subtracts a bracket with a minus in it.

    makes: presence_added
    """
    counts = np.array([generated.count(i) for i in range(len(logits))])
    return logits - (alpha_f * counts - alpha_p * (counts > 0))


def relative_frequency(logits, prompt, generated, alpha_f, alpha_p):
    """Divides the counts by the length.

    makes: shares_for_counts
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= alpha_f * (n / len(generated)) + alpha_p
    return out


def presence_only(logits, prompt, generated, alpha_f, alpha_p):
    """Forgets the frequency.

    makes: frequency_forgotten
    """
    return np.array([z - alpha_p if i in generated else z for i, z in enumerate(logits)])


def frequency_only(logits, prompt, generated, alpha_f, alpha_p):
    """Forgets the presence.

    makes: presence_forgotten
    """
    out = logits.copy()
    for token in generated:
        out[token] -= alpha_f
    return out


def presence_for_all(logits, prompt, generated, alpha_f, alpha_p):
    """Takes alpha_p off everything.

    makes: absent_penalised
    """
    out = logits - alpha_p
    for token in generated:
        out[token] -= alpha_f
    return out


def floor_of_zero(logits, prompt, generated, alpha_f, alpha_p):
    """Does not let a logit fall below 0.

    makes: stopped_at_zero
    """
    counts = np.bincount(np.array(generated, dtype=int), minlength=len(logits))
    return np.array([max(0.0, z - alpha_f * n - (alpha_p if n else 0)) for z, n in zip(logits, counts)])


def in_place(logits, prompt, generated, alpha_f, alpha_p):
    """Writes into the array given.

    makes: changes_its_input
    """
    for token, n in Counter(generated).items():
        logits[token] -= alpha_f * n + alpha_p
    return logits


def squared_counts(logits, prompt, generated, alpha_f, alpha_p):
    """Squares the counts.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= alpha_f * n**2 + alpha_p
    return out


def newest_token_free(logits, prompt, generated, alpha_f, alpha_p):
    """Leaves the newest token out of the count.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated[:-1]).items():
        out[token] -= alpha_f * n + alpha_p
    return out


def at_most_two(logits, prompt, generated, alpha_f, alpha_p):
    """Counts to two at most.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= alpha_f * min(n, 2) + alpha_p
    return out


def commonest_only(logits, prompt, generated, alpha_f, alpha_p):
    """Penalizes only the commonest token.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).most_common(1):
        out[token] -= alpha_f * n + alpha_p
    return out


def product_of_both(logits, prompt, generated, alpha_f, alpha_p):
    """Multiplies the two numbers.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= alpha_f * n * alpha_p
    return out


def prompt_excuses(logits, prompt, generated, alpha_f, alpha_p):
    """Tokens of the prompt are never penalized.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        if token not in prompt:
            out[token] -= alpha_f * n + alpha_p
    return out


def half_of_it(logits, prompt, generated, alpha_f, alpha_p):
    """Halves the frequency penalty.

    makes: nothing listed
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= alpha_f * n / 2 + alpha_p
    return out


def unsorted_unique(logits, prompt, generated, alpha_f, alpha_p):
    """Pairs the sorted ids with counts in the order of appearance.

    makes: nothing listed
    """
    out = logits.copy()
    counts = Counter(generated)
    for token, n in zip(sorted(counts), counts.values()):
        out[token] -= alpha_f * n + alpha_p
    return out


_counts = Counter()


def counter_outside(logits, prompt, generated, alpha_f, alpha_p):
    """Keeps its Counter outside of the function.

    makes: nothing listed
    """
    _counts.update(generated)
    out = logits.copy()
    for token, n in _counts.items():
        if token < len(out):
            out[token] -= alpha_f * n + alpha_p
    return out


def prompt_counted_for_frequency(logits, prompt, generated, alpha_f, alpha_p):
    """Counts the prompt for the frequency only.

    makes: prompt_counted
    """
    out = logits.copy()
    for token, n in Counter(prompt + generated).items():
        out[token] -= alpha_f * n + (alpha_p if token in generated else 0)
    return out


def negative_frequency_ignored(logits, prompt, generated, alpha_f, alpha_p):
    """Limits alpha_f to 0 and more, but not alpha_p.

    makes: negative_knobs_ignored
    """
    out = logits.copy()
    for token, n in Counter(generated).items():
        out[token] -= max(alpha_f, 0) * n + alpha_p
    return out


def whole_context_counted(logits, prompt, generated, alpha_f, alpha_p):
    """Counts prompt + generated.

    makes: prompt_counted
    """
    out = logits.copy()
    for token, n in Counter(prompt + generated).items():
        out[token] -= alpha_f * n + alpha_p
    return out


def presence_in_the_loop(logits, prompt, generated, alpha_f, alpha_p):
    """Takes both off at every occurrence.

    makes: presence_for_each_time
    """
    out = np.array(logits, dtype=float)
    for token in generated:
        out[token] = out[token] - alpha_f - alpha_p
    return out


def squares_of_counts(logits, prompt, generated, alpha_f, alpha_p):
    """Squares the counts.

    makes: nothing listed
    """
    counts = np.zeros(len(logits))
    for token in generated:
        counts[token] += 1
    return logits - alpha_f * counts**2 - alpha_p * (counts > 0)


def newest_token_spared(logits, prompt, generated, alpha_f, alpha_p):
    """Looks at generated[:-1], since the newest token 'is not past yet'.

    makes: nothing listed
    """
    counts = np.bincount(np.array(generated[:-1], dtype=int), minlength=len(logits))
    return logits - alpha_f * counts - alpha_p * (counts > 0)


def repeats_only(logits, prompt, generated, alpha_f, alpha_p):
    """Counts from the second time on, for both numbers.

    makes: first_time_free
    """
    out = np.array(logits, dtype=float)
    seen, repeated = set(), set()
    for t in generated:
        if t not in seen:
            seen.add(t)
            continue
        out[t] -= alpha_f
        if t not in repeated:
            out[t] -= alpha_p
            repeated.add(t)
    return out


def bincount_as_it_comes(logits, prompt, generated, alpha_f, alpha_p):
    """Leaves minlength out; an empty list is looked at first.

    makes: counts_too_short
    """
    if len(generated) == 0:
        return np.array(logits)
    n = np.bincount(np.asarray(generated))
    penalty = n * alpha_f + np.where(n > 0, alpha_p, 0)
    return logits - penalty


def length_of_the_last_run(logits, prompt, generated, alpha_f, alpha_p):
    """Counts how often a token came in a row the last time.

    makes: nothing listed
    """
    runs, before = {}, None
    for t in generated:
        runs[t] = runs[t] + 1 if t == before else 1
        before = t
    out = logits.copy()
    for t, n in runs.items():
        out[t] -= n * alpha_f + alpha_p
    return out


def counts_the_prompt(logits, prompt, generated, alpha_f, alpha_p):
    """Has the two lists mixed up.

    makes: prompt_instead_of_generated
    """
    out = logits.astype(float)
    for token, n in Counter(prompt).items():
        out[token] -= n * alpha_f + alpha_p
    return out


def last_sixty_four(logits, prompt, generated, alpha_f, alpha_p):
    """Looks back 64 tokens, as llama.cpp does.

    makes: only_the_newest_tokens
    """
    out = np.array(logits, dtype=float)
    window = generated[-64:]
    for token in set(window):
        out[token] = out[token] - alpha_f * window.count(token) - alpha_p
    return out


def counter_of_the_text(logits, prompt, generated, alpha_f, alpha_p):
    """Counts the text as a whole.

    makes: prompt_counted
    """
    result = logits.copy()
    counts = Counter(prompt + generated)
    for token, n in counts.items():
        result[token] -= alpha_f * n + alpha_p
    return result


def both_once(logits, prompt, generated, alpha_f, alpha_p):
    """Walks over the set, so a token is met once.

    makes: frequency_once
    """
    new = logits.copy()
    for token in set(generated):
        new[token] = new[token] - alpha_f
        new[token] = new[token] - alpha_p
    return new


def presence_every_time(logits, prompt, generated, alpha_f, alpha_p):
    """Takes alpha_p off at every occurrence, too.

    makes: presence_for_each_time
    """
    shaped = logits.astype(float)
    for token in generated:
        shaped[token] = shaped[token] - (alpha_f + alpha_p)
    return shaped


def prompt_counts(logits, prompt, generated, alpha_f, alpha_p):
    """Counts the prompt's tokens together with those generated.

    makes: prompt_counted
    """
    text = prompt + generated
    return np.array([z - alpha_f * text.count(i) - (alpha_p if i in text else 0) for i, z in enumerate(logits)])


def runs_counted(logits, prompt, generated, alpha_f, alpha_p):
    """Counts a token that comes several times in a row once.

    makes: nothing listed
    """
    from itertools import groupby
    out = np.array(logits, dtype=float)
    runs = [token for token, _ in groupby(generated)]
    for token in set(runs):
        out[token] -= alpha_f * runs.count(token) + alpha_p
    return out
