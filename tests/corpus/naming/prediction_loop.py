"""Wrong versions of the prediction loop, as learners write them."""
import numpy as np


def _check(max_tokens):
    if max_tokens < 1:
        raise ValueError("max_tokens")


def appended_before_the_test(model, prompt, max_tokens, eos, pick):
    """Appends before it tests for EOS.

    makes: eos_in_the_result
    """
    _check(max_tokens)
    new = []
    while len(new) < max_tokens:
        new.append(int(pick(model(prompt + new)[-1])))
        if new[-1] == eos:
            return new, "eos"
    return new, "max_tokens"


def length_of_all(model, prompt, max_tokens, eos, pick):
    """Compares the length of prompt and answer with the limit.

    makes: cap_counts_the_prompt
    """
    _check(max_tokens)
    ids = list(prompt)
    while len(ids) < max_tokens:
        token = pick(model(ids)[-1])
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"


def at_most(model, prompt, max_tokens, eos, pick):
    """Counts with <=.

    makes: one_token_too_many
    """
    _check(max_tokens)
    new, n = [], 0
    while n <= max_tokens:
        token = pick(model(prompt + new)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        n += 1
    return new, "max_tokens"


def counted_from_one(model, prompt, max_tokens, eos, pick):
    """Uses range(1, max_tokens).

    makes: one_token_too_few
    """
    _check(max_tokens)
    new = []
    for _ in range(1, max_tokens):
        token = pick(model(prompt + new)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def always_on(model, prompt, max_tokens, eos, pick):
    """Does not look for EOS.

    makes: eos_ignored
    """
    _check(max_tokens)
    ids = prompt[:]
    for _ in range(max_tokens):
        ids += [pick(model(ids)[-1])]
    return ids[len(prompt) :], "max_tokens"


def stateless_model_fed_one(model, prompt, max_tokens, eos, pick):
    """Feeds the newest token only.

    makes: newest_token_only
    """
    _check(max_tokens)
    feed, new = list(prompt), []
    for _ in range(max_tokens):
        token = pick(model(feed)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        feed = [token]
    return new, "max_tokens"


def prompt_again(model, prompt, max_tokens, eos, pick):
    """Gives the model the prompt each time.

    makes: nothing_appended
    """
    _check(max_tokens)
    new = []
    while True:
        token = pick(model(prompt)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        if len(new) >= max_tokens:
            return new, "max_tokens"


def whole_text_returned(model, prompt, max_tokens, eos, pick):
    """Returns prompt and answer.

    makes: prompt_returned
    """
    _check(max_tokens)
    ids = list(prompt)
    for _ in range(max_tokens):
        token = pick(model(ids)[-1])
        if token == eos:
            return ids, "eos"
        ids.append(token)
    return ids, "max_tokens"


def logits_after_the_end(model, prompt, max_tokens, eos, pick):
    """Computes the next logits at the end of each round.

    makes: a_call_after_the_end
    """
    _check(max_tokens)
    ids, new = list(prompt), []
    logits = model(ids)[-1]
    for _ in range(max_tokens):
        token = pick(logits)
        if token == eos:
            model(ids)
            return new, "eos"
        new.append(token)
        ids.append(token)
        logits = model(ids)[-1]
    return new, "max_tokens"


def argmax_inside(model, prompt, max_tokens, eos, pick):
    """Uses argmax in place of pick.

    makes: pick_not_used
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = int(model(prompt + new)[-1].argmax())
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def prompt_grows(model, prompt, max_tokens, eos, pick):
    """Appends to the prompt that was given.

    makes: changes_its_input
    """
    _check(max_tokens)
    start = len(prompt)
    for _ in range(max_tokens):
        token = pick(model(prompt)[-1])
        if token == eos:
            return prompt[start:], "eos"
        prompt.append(token)
    return prompt[start:], "max_tokens"


def reason_first(model, prompt, max_tokens, eos, pick):
    """Returns the reason first.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model(prompt + new)[-1])
        if token == eos:
            return "eos", new
        new.append(token)
    return "max_tokens", new


def first_row_used(model, prompt, max_tokens, eos, pick):
    """Takes the first row.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model(prompt + new)[0])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def new_in_front(model, prompt, max_tokens, eos, pick):
    """Puts the new tokens in front of the prompt.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model(new + prompt)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def repeats_stop(model, prompt, max_tokens, eos, pick):
    """Ends as well if a token comes twice in a row.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model(prompt + new)[-1])
        if token == eos or (new and token == new[-1]):
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def prompt_window(model, prompt, max_tokens, eos, pick):
    """Gives the model the last two tokens.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model((prompt + new)[-2:])[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def collected_in_a_default(model, prompt, max_tokens, eos, pick, new=[]):
    """Collects in a default list.

    makes: nothing listed
    """
    _check(max_tokens)
    for _ in range(max_tokens):
        token = pick(model(prompt + new)[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def picks_twice(model, prompt, max_tokens, eos, pick):
    """Calls pick once to test and once to append.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        logits = model(prompt + new)[-1]
        if pick(logits) == eos:
            return new, "eos"
        new.append(pick(logits))
    return new, "max_tokens"


def half_the_tokens(model, prompt, max_tokens, eos, pick):
    """Returns every other token.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for _ in range(max_tokens):
        token = pick(model(prompt + new)[-1])
        if token == eos:
            return new[::2], "eos"
        new.append(token)
    return new[::2], "max_tokens"


def one_call_for_everything(model, prompt, max_tokens, eos, pick):
    """Calls the model once and picks from all of its rows.

    makes: nothing listed
    """
    _check(max_tokens)
    new = []
    for row in model(prompt)[:max_tokens]:
        token = pick(row)
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def count_before_eos(model, prompt, max_tokens, eos, pick):
    """Looks at the count before it looks for EOS.

    makes: cap_hides_eos
    """
    _check(max_tokens)
    new, n = [], 0
    while True:
        token = pick(model(prompt + new)[-1])
        n += 1
        if n == max_tokens:
            return (new if token == eos else new + [token]), "max_tokens"
        if token == eos:
            return new, "eos"
        new.append(token)


def eos_anywhere(model, prompt, max_tokens, eos, pick):
    """Asks whether EOS is in the text.

    makes: eos_in_the_prompt_ends
    """
    _check(max_tokens)
    ids = list(prompt)
    while eos not in ids:
        if len(ids) - len(prompt) == max_tokens:
            return ids[len(prompt) :], "max_tokens"
        ids.append(pick(model(ids)[-1]))
    return [t for t in ids[len(prompt) :] if t != eos], "eos"


def eos_kept_and_zero_allowed(model, prompt, max_tokens, eos, pick):
    """Appends EOS, and accepts max_tokens = 0.

    makes: eos_in_the_result, zero_gives_nothing
    """
    new = []
    for _ in range(max_tokens):
        new.append(pick(model(prompt + new)[-1]))
        if new[-1] == eos:
            return new, "eos"
    return new, "max_tokens"


def keeps_eos(model, prompt, max_tokens, eos, pick):
    """Appends first and looks for EOS afterwards.

    makes: eos_in_the_result
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    new = []
    while len(new) < max_tokens:
        new.append(pick(model(prompt + new)[-1]))
        if new[-1] == eos:
            return new, "eos"
    return new, "max_tokens"


def forgets_what_it_wrote(model, prompt, max_tokens, eos, pick):
    """Gives the model the prompt each time.

    makes: nothing_appended
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    new = []
    for _ in range(max_tokens):
        token = pick(model(list(prompt))[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def reads_the_first_row(model, prompt, max_tokens, eos, pick):
    """Takes row 0 of the logits.

    makes: nothing listed
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    ids, new = list(prompt), []
    for _ in range(max_tokens):
        token = pick(model(ids)[0])
        if token == eos:
            return new, "eos"
        ids.append(token)
        new.append(token)
    return new, "max_tokens"


def stops_at_a_repetition(model, prompt, max_tokens, eos, pick):
    """Ends when the same token comes twice in a row, to avoid loops.

    makes: nothing listed
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    ids, new = list(prompt), []
    for _ in range(max_tokens):
        token = pick(model(ids)[-1])
        if token == eos:
            return new, "eos"
        if new and new[-1] == token:
            return new, "max_tokens"
        ids.append(token)
        new.append(token)
    return new, "max_tokens"


def softmax_before_pick(model, prompt, max_tokens, eos, pick):
    """Takes step 3 out of pick and gives it probabilities.

    makes: pick_gets_probabilities
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    generated = []
    while len(generated) < max_tokens:
        row = np.asarray(model(list(prompt) + generated))[-1]
        row = np.exp(row - row.max())
        choice = int(pick(row / row.sum()))
        if choice == eos:
            return generated, "eos"
        generated += [choice]
    return generated, "max_tokens"


def tests_at_the_bottom(model, prompt, max_tokens, eos, pick):
    """Tests the limit at the end of each round, and nothing before.

    makes: zero_gives_one
    """
    context, reply = prompt[:], []
    while True:
        token = int(pick(model(context)[-1]))
        if token == eos:
            return reply, "eos"
        reply.append(token)
        context = context + [token]
        if len(reply) >= max_tokens:
            return reply, "max_tokens"


def batch_of_one(model, prompt, max_tokens, eos, pick):
    """Gives the model a batch with one text, as torch models want it.

    makes: nothing listed
    """
    if max_tokens < 1:
        raise ValueError("max_tokens must be positive")
    ids = list(prompt)
    for _ in range(max_tokens):
        logits = model([ids])
        token = int(pick(logits[0, -1] if np.ndim(logits) == 3 else logits[0]))
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"


def continue_at_eos(model, prompt, max_tokens, eos, pick):
    """Writes continue where break was meant.

    makes: eos_skipped
    """
    if max_tokens < 1:
        raise ValueError("max_tokens")
    ids, new = list(prompt), []
    for _ in range(max_tokens):
        token = int(pick(model(ids)[-1]))
        ids.append(token)
        if token == eos:
            continue
        new.append(token)
    return new, "max_tokens"


def whole_table_picked_from(model, prompt, max_tokens, eos, pick):
    """Gives pick everything that the model returns.

    makes: pick_gets_all_rows
    """
    if max_tokens <= 0:
        raise ValueError("max_tokens")
    new = []
    while len(new) < max_tokens:
        token = int(pick(model(prompt + new)))
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"


def whole_list_returned(model, prompt, max_tokens, eos, pick):
    """Appends to a copy of the prompt, and returns that.

    makes: prompt_returned
    """
    if max_tokens < 1:
        raise ValueError("max_tokens < 1")
    ids = list(prompt)
    for _ in range(max_tokens):
        token = pick(model(ids)[-1])
        if token == eos:
            return ids, "eos"
        ids.append(token)
    return ids, "max_tokens"


def eos_looked_for_in_all(model, prompt, max_tokens, eos, pick):
    """Looks for EOS in all tokens at the head of the loop.

    makes: eos_in_the_prompt_ends
    """
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    ids = list(prompt)
    new = []
    picked = 0
    while eos not in ids:
        if picked == max_tokens:
            return new, "max_tokens"
        token = pick(model(ids)[-1])
        picked += 1
        ids.append(token)
        if token != eos:
            new.append(token)
    return new, "eos"


def eos_in_the_answer(model, prompt, max_tokens, eos, pick):
    """Appends EOS to the result before it stops.

    makes: eos_in_the_result
    """
    if max_tokens < 1:
        raise ValueError("max_tokens must be positive")
    ids = list(prompt)
    for _ in range(max_tokens):
        ids.append(pick(model(ids)[-1]))
        if ids[-1] == eos:
            return ids[len(prompt):], "eos"
    return ids[len(prompt):], "max_tokens"


def limit_counts_prompt(model, prompt, max_tokens, eos, pick):
    """Stops when prompt and answer together have max_tokens.

    makes: cap_counts_the_prompt
    """
    if max_tokens < 1:
        raise ValueError("nothing to do")
    written, finished = [], "max_tokens"
    while True:
        token = pick(model(prompt + written)[-1, :])
        if token == eos:
            finished = "eos"
            break
        written.append(token)
        if len(prompt) + len(written) >= max_tokens:
            break
    return written, finished


def eos_kept_and_zero_allowed_again(model, prompt, max_tokens, eos, pick):
    """Returns EOS, too, and takes any max_tokens.

    makes: eos_in_the_result, zero_gives_nothing
    """
    new = []
    for _ in range(max_tokens):
        new.append(pick(model([*prompt, *new])[-1]))
        if new[-1] == eos:
            return new, "eos"
    return new, "max_tokens"
