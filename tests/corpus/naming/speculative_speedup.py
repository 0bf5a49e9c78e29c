"""Wrong versions of what a draft can gain, as learners write them."""


def _tokens(alpha, gamma):
    total, power = 0.0, 1.0
    for _ in range(gamma + 1):
        total += power
        power *= alpha
    return total


def linear(alpha, gamma, c):
    """Multiplies alpha and gamma.

    makes: accepted_drafts_independent
    """
    tokens = sum([alpha] * gamma) + 1
    return tokens, tokens / (1 + c * gamma)


def range_of_gamma(alpha, gamma, c):
    """Uses range(gamma).

    makes: last_token_forgotten
    """
    tokens, power = 0.0, 1.0
    for _ in range(gamma):
        tokens += power
        power = power * alpha
    return tokens, tokens / (1 + gamma * c)


def without_the_one(alpha, gamma, c):
    """Begins with alpha.

    makes: accepted_only
    """
    tokens = _tokens(alpha, gamma) - 1
    return tokens, tokens / (1 + gamma * c)


def short_form(alpha, gamma, c):
    """Uses the short form.

    makes: certain_draft_fails
    """
    tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (gamma * c + 1)


def short_form_with_gamma(alpha, gamma, c):
    """Uses the short form, and gamma at alpha = 1.

    makes: certain_draft_without_last_token
    """
    tokens = float(gamma) if alpha == 1 else (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (gamma * c + 1)


def free_draft(alpha, gamma, c):
    """Does not use c.

    makes: draft_is_free
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens / 1.0


def draft_paid_once(alpha, gamma, c):
    """Adds c once.

    makes: draft_runs_once
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens / (1 + c)


def cost_per_token(alpha, gamma, c):
    """Divides the cost by the tokens.

    makes: speed_up_inverted
    """
    tokens = _tokens(alpha, gamma)
    return tokens, (gamma * c + 1) / tokens


def three_decimals(alpha, gamma, c):
    """Rounds to three decimals.

    makes: rounded
    """
    tokens = _tokens(alpha, gamma)
    return round(tokens, 3), round(tokens / (gamma * c + 1), 3)


def infinite_series(alpha, gamma, c):
    """Uses the sum of the infinite series.

    makes: nothing listed
    """
    tokens = 1 / (1 - alpha) if alpha < 1 else float(gamma + 1)
    return tokens, tokens / (gamma * c + 1)


def time_saved(alpha, gamma, c):
    """Subtracts 1 from the speed-up.

    makes: nothing listed
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens / (gamma * c + 1) - 1


def power_of_gamma_only(alpha, gamma, c):
    """Takes alpha to the power gamma.

    makes: nothing listed
    """
    tokens = alpha**gamma
    return tokens, tokens / (gamma * c + 1)


def cost_subtracted(alpha, gamma, c):
    """Subtracts the cost of the draft.

    makes: nothing listed
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens - gamma * c


def one_term_more(alpha, gamma, c):
    """Has one term too many.

    makes: nothing listed
    """
    tokens = _tokens(alpha, gamma + 1)
    return tokens, tokens / (gamma * c + 1)


def cost_per_expected_draft(alpha, gamma, c):
    """Pays the draft only for accepted tokens.

    makes: nothing listed
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens / ((tokens - 1) * c + 1)


def percent(alpha, gamma, c):
    """Gives the speed-up in percent.

    makes: nothing listed
    """
    tokens = _tokens(alpha, gamma)
    return tokens, 100 * tokens / (gamma * c + 1)


def nan_at_one(alpha, gamma, c):
    """Uses the short form and gives nan where it is 0 / 0.

    makes: certain_draft_gives_nan
    """
    try:
        tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    except ZeroDivisionError:
        tokens = float("nan")
    return tokens, tokens / (gamma * c + 1)


def rejection(alpha, gamma, c):
    """Takes alpha for the chance of a rejection.

    makes: chance_of_rejection
    """
    tokens = _tokens(1 - alpha, gamma)
    return tokens, tokens / (gamma * c + 1)


def only_speed(alpha, gamma, c):
    """Returns the speed-up.

    makes: speed_up_only
    """
    return _tokens(alpha, gamma) / (gamma * c + 1)


def everything_or_one(alpha, gamma, c):
    """Counts gamma + 1 with probability alpha ** gamma, and 1 otherwise.

    makes: all_or_nothing
    """
    p = alpha**gamma
    tokens = p * (gamma + 1) + (1 - p)
    return tokens, tokens / (gamma * c + 1)


def alpha_unused(alpha, gamma, c):
    """Counts gamma + 1.

    makes: everything_accepted
    """
    tokens = gamma + 1.0
    return tokens, tokens / (1 + gamma * c)


def one_draft_pass_more(alpha, gamma, c):
    """Pays gamma + 1 passes of the draft.

    makes: draft_runs_once_more
    """
    tokens = _tokens(alpha, gamma)
    return tokens, tokens / (1 + c + gamma * c)


def no_target_pass(alpha, gamma, c):
    """Pays for the draft only.

    makes: target_is_free
    """
    tokens = _tokens(alpha, gamma)
    cost = sum(c for _ in range(gamma))
    return tokens, tokens / cost


def speed_first(alpha, gamma, c):
    """Returns the speed-up first.

    makes: pair_exchanged
    """
    tokens = _tokens(alpha, gamma)
    return tokens / (gamma * c + 1), tokens


def two_decimals(alpha, gamma, c):
    """Rounds to two decimals.

    makes: rounded
    """
    tokens = _tokens(alpha, gamma)
    speed = tokens / (gamma * c + 1)
    return tuple(round(x, 2) for x in (tokens, speed))


def close_to_one(alpha, gamma, c):
    """Uses the short form unless alpha is within a hundredth of 1.

    makes: nearly_one_taken_for_one
    """
    if abs(1 - alpha) <= 0.01:
        tokens = gamma + 1.0
    else:
        tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (1 + c * gamma)


def nested_one_time_too_few(alpha, gamma, c):
    """Multiplies out from the inside, gamma - 1 times.

    makes: last_token_forgotten
    """
    tokens = 1.0
    for _ in range(gamma - 1):
        tokens = 1.0 + alpha * tokens
    return tokens, tokens / (gamma * c + 1)


def target_paid_for_each_row(alpha, gamma, c):
    """Lets the target pay for each of its gamma + 1 rows.

    makes: nothing listed
    """
    tokens = 0.0
    for i in range(gamma + 1):
        tokens += alpha**i
    return tokens, tokens / (gamma * c + gamma + 1)


def gamma_at_one(alpha, gamma, c):
    """Returns gamma tokens where the formula would divide by 0.

    makes: certain_draft_without_last_token
    """
    if alpha == 1:
        tokens = gamma
    else:
        tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (gamma * c + 1)


def from_99_percent_on(alpha, gamma, c):
    """Takes alphas from .99 on for 1, to be safe from a division by 0.

    makes: nearly_one_taken_for_one
    """
    if alpha >= 0.99:
        tokens = gamma + 1.0
    else:
        tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    speedup = tokens / (1 + gamma * c)
    return tokens, speedup


def first_token_forgotten(alpha, gamma, c):
    """Adds alpha to alpha ** gamma without the 1.

    makes: accepted_only
    """
    tokens = sum(alpha**i for i in range(1, gamma + 1))
    return tokens, tokens / (gamma * c + 1)


def draft_once(alpha, gamma, c):
    """The draft costs one pass a round, not gamma.

    makes: draft_runs_once
    """
    if alpha == 1:
        tokens = gamma + 1.0
    else:
        tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return tokens, tokens / (1 + c)


def one_draft_pass_and_no_bonus(alpha, gamma, c):
    """The series ends one term early, and the draft is paid once.

    makes: last_token_forgotten, draft_runs_once
    """
    tokens = sum(alpha**i for i in range(gamma)) if gamma else 1.0
    return tokens, tokens / (c + 1)
