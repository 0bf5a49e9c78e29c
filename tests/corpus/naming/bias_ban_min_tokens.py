"""Wrong versions of bias, bans and a shortest answer, as learners write them."""
import numpy as np


def zero_is_a_ban(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes 0 for banned tokens.

    makes: zero_for_banned
    """
    out = [float(z) + bias.get(i, 0.0) for i, z in enumerate(logits)]
    for i in banned:
        out[i] = 0.0
    if n_generated < min_tokens:
        out[eos] = 0.0
    return np.array(out)


def very_low(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes -1e9 for banned tokens.

    makes: billion_for_banned
    """
    out = logits + np.array([bias.get(i, 0.0) for i in range(len(logits))])
    for i in set(banned) | ({eos} if n_generated < min_tokens else set()):
        out[i] = -1e9
    return out


def bias_assigned(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes = for +=.

    makes: bias_replaces
    """
    out = np.array([bias[i] if i in bias else z for i, z in enumerate(logits)], dtype=float)
    for i in banned:
        out[i] = float("-inf")
    if n_generated < min_tokens:
        out[eos] = float("-inf")
    return out


def bias_minus(logits, bias, banned, eos, n_generated, min_tokens):
    """Subtracts the bias.

    makes: bias_subtracted
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] -= b
    for i in banned:
        out[i] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def bias_written_last(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes logits[i] + bias over the bans.

    makes: bias_beats_everything
    """
    out = logits.copy()
    out[list(banned)] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    for i in bias:
        out[i] = logits[i] + bias[i]
    return out


def no_ban_list(logits, bias, banned, eos, n_generated, min_tokens):
    """Forgets the list of banned tokens.

    makes: bans_ignored
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    if min_tokens > n_generated:
        out[eos] = -np.inf
    return out


def at_most_min_tokens(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes <= for <.

    makes: eos_banned_at_equality
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] = out[i] + b
    for i in banned:
        out[i] = -np.inf
    if n_generated <= min_tokens:
        out[eos] = -np.inf
    return out


def counts_the_next_one(logits, bias, banned, eos, n_generated, min_tokens):
    """Counts the token to come.

    makes: eos_allowed_too_early
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] = out[i] + b
    for i in banned:
        out[i] = -np.inf
    if not n_generated + 1 >= min_tokens:
        out[eos] = -np.inf
    return out


def turned_comparison(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans EOS once n_generated >= min_tokens.

    makes: eos_banned_when_long_enough
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    for i in banned:
        out[i] = -np.inf
    out[eos] = -np.inf if n_generated >= min_tokens else out[eos]
    return out


def no_copy(logits, bias, banned, eos, n_generated, min_tokens):
    """Works on the array given.

    makes: changes_its_input
    """
    for i, b in bias.items():
        logits[i] += b
    for i in banned:
        logits[i] = -np.inf
    if n_generated < min_tokens:
        logits[eos] = -np.inf
    return logits


def first_banned_only(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans only the first token of the list.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    for i in banned[:1]:
        out[i] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def one_bias_only(logits, bias, banned, eos, n_generated, min_tokens):
    """Returns from within the loop over the bias.

    makes: nothing listed
    """
    out = logits.copy()
    out[list(banned)] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    for i, b in bias.items():
        out[i] += b
        break
    return out


def bans_subtract(logits, bias, banned, eos, n_generated, min_tokens):
    """Takes 1000 off banned logits.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    for i in set(banned):
        out[i] -= 1000
    if n_generated < min_tokens:
        out[eos] -= 1000
    return out


def plus_infinity(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes +inf.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    out[list(banned)] = np.inf
    if n_generated < min_tokens:
        out[eos] = np.inf
    return out


def nan_for_banned(logits, bias, banned, eos, n_generated, min_tokens):
    """Writes nan.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    out[list(banned)] = np.nan
    if n_generated < min_tokens:
        out[eos] = np.nan
    return out


def bans_the_id_after_eos(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans the token before EOS instead of EOS.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    out[list(banned)] = -np.inf
    if n_generated < min_tokens:
        out[eos - 1] = -np.inf
    return out


def positive_bias_only(logits, bias, banned, eos, n_generated, min_tokens):
    """Adds only a positive bias.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        if b > 0:
            out[i] += b
    out[list(banned)] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def removed(logits, bias, banned, eos, n_generated, min_tokens):
    """Removes banned tokens from the array.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    gone = set(banned)
    if n_generated < min_tokens:
        gone.add(eos)
    return np.array([z for i, z in enumerate(out) if i not in gone])


def without_bias(logits, bias, banned, eos, n_generated, min_tokens):
    """Forgets the bias.

    makes: bias_ignored
    """
    out = logits.copy()
    for i in banned:
        out[i] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def without_min_tokens(logits, bias, banned, eos, n_generated, min_tokens):
    """Forgets the shortest length.

    makes: min_tokens_ignored
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    for i in set(banned):
        out[i] = -np.inf
    return out


def factor(logits, bias, banned, eos, n_generated, min_tokens):
    """Multiplies by the bias.

    makes: bias_multiplies
    """
    out = logits.copy()
    for i in bias:
        out[i] = out[i] * bias[i]
    for i in set(banned):
        out[i] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def softmax_at_the_end(logits, bias, banned, eos, n_generated, min_tokens):
    """Does everything and then turns the logits into probabilities.

    makes: probabilities_returned
    """
    scores = [float(z) for z in logits]
    for i in bias:
        scores[i] += bias[i]
    forbidden = set(banned) | ({eos} if n_generated < min_tokens else set())
    for i in forbidden:
        scores[i] = float("-inf")
    e = np.exp(np.array(scores) - max(scores))
    return e / e.sum()


def smallest_float(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans with the smallest float32, as model code does.

    makes: billion_for_banned
    """
    out = np.array(logits, dtype=float)
    for token_id, b in bias.items():
        out[token_id] = out[token_id] + b
    off = np.finfo(np.float32).min
    for token_id in banned:
        out[token_id] = off
    if min_tokens > n_generated:
        out[eos] = off
    return out


def bans_a_range(logits, bias, banned, eos, n_generated, min_tokens):
    """Takes the list of banned ids for the two ends of a range.

    makes: nothing listed
    """
    out = logits.copy()
    for i, b in bias.items():
        out[i] += b
    if banned:
        out[min(banned) : max(banned) + 1] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def bias_at_the_end(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans first and adds the bias to the old logits afterwards, then looks at EOS.

    makes: bias_undoes_bans
    """
    out = logits.astype(float)
    out[banned] = -np.inf
    for i, b in bias.items():
        out[i] = logits[i] + b
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def whitelist(logits, bias, banned, eos, n_generated, min_tokens):
    """Takes the list for the tokens that may come.

    makes: only_banned_allowed
    """
    out = np.full(len(logits), -np.inf)
    for i in banned:
        out[i] = logits[i] + bias.get(i, 0.0)
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def keeps_the_list(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans what is not in the list, by a test the wrong way round.

    makes: only_banned_allowed
    """
    out = np.array(logits, dtype=float)
    for token, amount in bias.items():
        out[token] += amount
    for token in range(len(out)):
        if token not in banned:
            out[token] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def bias_by_place(logits, bias, banned, eos, n_generated, min_tokens):
    """Adds the numbers of the bias to the first tokens, in the order of the dict.

    makes: nothing listed
    """
    out = logits.copy()
    for i, amount in enumerate(bias.values()):
        if i < len(out):
            out[i] += amount
    out[banned] = -np.inf
    if n_generated < min_tokens:
        out[eos] = -np.inf
    return out


def bias_written_last_again(logits, bias, banned, eos, n_generated, min_tokens):
    """The bias replaces the ban: it is added to the old logits after the bans were set.

    makes: bias_beats_everything
    """
    shaped = list(logits)
    forbidden = set(banned)
    if n_generated < min_tokens:
        forbidden = forbidden | {eos}
    for i in forbidden:
        shaped[i] = -np.inf
    for i in bias:
        shaped[i] = logits[i] + bias[i]
    return np.array(shaped, dtype=float)


def eos_one_too_late(logits, bias, banned, eos, n_generated, min_tokens):
    """EOS is still banned when exactly min_tokens have been generated.

    makes: eos_banned_at_equality
    """
    def value(i):
        if i in banned:
            return float("-inf")
        if i == eos and not n_generated > min_tokens:
            return float("-inf")
        return logits[i] + bias.get(i, 0)
    return np.array([value(i) for i in range(len(logits))])


def one_ban_only(logits, bias, banned, eos, n_generated, min_tokens):
    """Bans the first id of the list only.

    makes: nothing listed
    """
    out = np.array(logits, dtype=float)
    for token, extra in bias.items():
        out[token] += extra
    out[banned[:1] + [eos] * (n_generated < min_tokens)] = -np.inf
    return out
