"""Typical wrong versions of the finish reason."""

import re

from .finish_reason import finish_reason as _finish_reason


def _by_rank(order, n_generated, max_tokens, last_is_eos, text, stops):
    """Return the first reason that holds, in the given order."""
    holds = {
        "eos": last_is_eos,
        "stop_sequence": any(stop in text for stop in stops),
        "max_tokens": n_generated >= max_tokens,
    }
    return next((reason for reason in order.split() if holds[reason]), None)


def cap_before_stop_sequence(n_generated, max_tokens, last_is_eos, text, stops):
    """If a stop sequence appears with the last token allowed, "max_tokens" is reported.

    The text had reached the end that the caller asked for; it was not cut off. The stop sequence is the stronger
    reason.
    """
    return _by_rank("eos max_tokens stop_sequence", n_generated, max_tokens, last_is_eos, text, stops)


def cap_first(n_generated, max_tokens, last_is_eos, text, stops):
    """Reaching max_tokens is tested first, so it hides both other reasons.

    "max_tokens" tells the reader that something is missing. If the model ended the text with its last token,
    nothing is. Write the three reasons in the order of the rules.
    """
    return _by_rank("max_tokens eos stop_sequence", n_generated, max_tokens, last_is_eos, text, stops)


def order_reversed(n_generated, max_tokens, last_is_eos, text, stops):
    """The three reasons are tested in the opposite order.

    Each alone is reported correctly, and the weakest wins when several come together. Which one should be tested
    first?
    """
    return _by_rank("max_tokens stop_sequence eos", n_generated, max_tokens, last_is_eos, text, stops)


def stop_sequence_before_eos(n_generated, max_tokens, last_is_eos, text, stops):
    """If a stop sequence and EOS come together, "stop_sequence" is reported.

    EOS is the model's own decision that the text is complete, and the rules put it first.
    """
    return _by_rank("stop_sequence eos max_tokens", n_generated, max_tokens, last_is_eos, text, stops)


def eos_last(n_generated, max_tokens, last_is_eos, text, stops):
    """EOS is tested last, so both other reasons hide it.

    EOS is the model's own decision that the text is complete, and the rules put it first.
    """
    return _by_rank("stop_sequence max_tokens eos", n_generated, max_tokens, last_is_eos, text, stops)


def stop_sequence_at_the_end_only(n_generated, max_tokens, last_is_eos, text, stops):
    """A stop sequence is noticed only if the text ends with it.

    A token may hold the last character of the stop sequence and more after it. Then the text does not end with it, and
    the loop would continue to the limit. Look for it anywhere.
    """
    ends = [stop for stop in stops if text.endswith(stop)]
    return _finish_reason(n_generated, max_tokens, last_is_eos, text, ends)


def stop_sequence_at_the_end_only__but_for_blanks(n_generated, max_tokens, last_is_eos, text, stops):
    """Blanks at the end do not count."""
    ends = [stop for stop in stops if text.rstrip().endswith(stop.rstrip())]
    return "stop_sequence" if ends and not last_is_eos else _finish_reason(n_generated, max_tokens, last_is_eos, "", [])


def only_the_end_searched(n_generated, max_tokens, last_is_eos, text, stops):
    """Only the end of the text is searched for a stop sequence.

    A token can hold more than that after the stop sequence. It counts anywhere in the text.
    """
    return _finish_reason(n_generated, max_tokens, last_is_eos, text[-20:], stops)


def stop_taken_for_a_pattern(n_generated, max_tokens, last_is_eos, text, stops):
    """A stop sequence is used as a regular expression, so "." stops at any character.

    `re.search` gives some characters a meaning of their own. A stop sequence is plain text; which operator finds plain
    text?
    """
    found = [stop for stop in stops if re.search(stop, text)]
    return _finish_reason(n_generated, max_tokens, last_is_eos, "".join(found), found)


def case_ignored(n_generated, max_tokens, last_is_eos, text, stops):
    """Upper and lower case count as equal, so "end" stops a text at "END".

    A stop sequence matches exactly. A caller can name both spellings.
    """
    return _finish_reason(n_generated, max_tokens, last_is_eos, text.lower(), [stop.lower() for stop in stops])


def stop_sequences_ignored(n_generated, max_tokens, last_is_eos, text, stops):
    """Stop sequences are not looked for.

    Then "User:" in the text ends nothing, and the loop writes on. Three reasons can end a text.
    """
    return _finish_reason(n_generated, max_tokens, last_is_eos, text, [])


def first_stop_sequence_only(n_generated, max_tokens, last_is_eos, text, stops):
    """Only the first stop sequence of the list is looked for.

    A caller can name several, and each of them ends the text. Perhaps a `return` inside a loop ends it too soon.
    """
    return _finish_reason(n_generated, max_tokens, last_is_eos, text, stops[:1])


def all_stop_sequences_needed(n_generated, max_tokens, last_is_eos, text, stops):
    """All stop sequences must be in the text before it ends.

    Each of them alone is reason enough. And mind the empty list: all of no stop sequences are in every text.
    """
    found = [""] if all(stop in text for stop in stops) else []
    return _finish_reason(n_generated, max_tokens, last_is_eos, text, found)


def cap_one_too_late(n_generated, max_tokens, last_is_eos, text, stops):
    """The loop ends only when there are more than max_tokens tokens.

    Then it picks one token more than allowed. With max_tokens = 5, may there be a sixth?
    """
    return _finish_reason(n_generated - 1, max_tokens, last_is_eos, text, stops)


def cap_one_too_early(n_generated, max_tokens, last_is_eos, text, stops):
    """The loop ends one token before max_tokens.

    `n_generated` counts the newest token already, so nothing has to be added to it.
    """
    return _finish_reason(n_generated + 1, max_tokens, last_is_eos, text, stops)


def cap_only_if_hit_exactly(n_generated, max_tokens, last_is_eos, text, stops):
    """Only exactly max_tokens tokens end the loop; with more it continues.

    A loop that takes several tokens in one step can jump over the number, and would never end. A bound is safer
    than an equality.
    """
    n = 0 if n_generated != max_tokens else n_generated
    return _finish_reason(n, max_tokens, last_is_eos, text, stops)


def cap_ignored(n_generated, max_tokens, last_is_eos, text, stops):
    """Reaching max_tokens is not reported.

    A model may never write EOS, and then the loop never ends. Three reasons can end a text.
    """
    return _finish_reason(0, max_tokens, last_is_eos, text, stops)


def eos_unreported(n_generated, max_tokens, last_is_eos, text, stops):
    """EOS is not reported at all.

    The loop would write on after the end of the text. Where does `last_is_eos` come in?
    """
    return _finish_reason(n_generated, max_tokens, False, text, stops)


def names_of_an_api(n_generated, max_tokens, last_is_eos, text, stops):
    """The reasons are called "stop" and "length".

    Those are the names that OpenAI's API uses, and you will translate to them in a later exercise. In here the
    reasons have the names that the task gives them.
    """
    names = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length", None: None}
    return names[_finish_reason(n_generated, max_tokens, last_is_eos, text, stops)]


def empty_text_for_none(n_generated, max_tokens, last_is_eos, text, stops):
    """If the loop continues, the result is an empty string.

    There is no reason to report then, and Python's word for nothing is None. An empty string is still a string.
    """
    return _finish_reason(n_generated, max_tokens, last_is_eos, text, stops) or ""


def changes_its_input(n_generated, max_tokens, last_is_eos, text, stops):
    """The list of stop sequences that was given is empty afterwards.

    The loop asks again after the next token, with the same list. `pop` changes the list itself; a loop need not.
    """
    found = _finish_reason(n_generated, max_tokens, last_is_eos, text, stops)
    stops.clear()
    return found
