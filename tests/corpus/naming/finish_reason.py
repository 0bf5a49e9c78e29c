"""Wrong versions of the finish reason, as learners write them."""
import re


def limit_second(n_generated, max_tokens, last_is_eos, text, stops):
    """Tests the limit before the stop sequences.

    makes: cap_before_stop_sequence
    """
    if last_is_eos:
        return "eos"
    elif n_generated >= max_tokens:
        return "max_tokens"
    for stop in stops:
        if stop in text:
            return "stop_sequence"
    return None


def overwritten(n_generated, max_tokens, last_is_eos, text, stops):
    """Overwrites the reason in the order of the rules, so the last one stays.

    makes: order_reversed
    """
    reason = None
    if last_is_eos:
        reason = "eos"
    for stop in stops:
        if stop in text:
            reason = "stop_sequence"
    if n_generated >= max_tokens:
        reason = "max_tokens"
    return reason


def ends_with(n_generated, max_tokens, last_is_eos, text, stops):
    """Uses endswith.

    makes: stop_sequence_at_the_end_only
    """
    if last_is_eos:
        return "eos"
    if text.endswith(tuple(stops)):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def return_in_the_loop(n_generated, max_tokens, last_is_eos, text, stops):
    """Leaves the loop after the first stop.

    makes: first_stop_sequence_only
    """
    if last_is_eos:
        return "eos"
    for stop in stops:
        if stop in text:
            return "stop_sequence"
        break
    return "max_tokens" if n_generated >= max_tokens else None


def every_stop(n_generated, max_tokens, last_is_eos, text, stops):
    """Writes all for any.

    makes: all_stop_sequences_needed
    """
    if last_is_eos:
        return "eos"
    if all([text.find(stop) >= 0 for stop in stops]):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def more_than(n_generated, max_tokens, last_is_eos, text, stops):
    """Writes > for >=.

    makes: cap_one_too_late
    """
    if last_is_eos:
        return "eos"
    found = [stop for stop in stops if text.count(stop)]
    if found:
        return "stop_sequence"
    return "max_tokens" if n_generated > max_tokens else None


def exactly(n_generated, max_tokens, last_is_eos, text, stops):
    """Writes == for >=.

    makes: cap_only_if_hit_exactly
    """
    if last_is_eos:
        return "eos"
    if [s for s in stops if s in text]:
        return "stop_sequence"
    return "max_tokens" if n_generated == max_tokens else None


def api_names(n_generated, max_tokens, last_is_eos, text, stops):
    """Returns "stop" and "length".

    makes: names_of_an_api
    """
    if last_is_eos or any(s in text for s in stops):
        return "stop"
    if n_generated >= max_tokens:
        return "length"
    return None


def starts_with(n_generated, max_tokens, last_is_eos, text, stops):
    """Uses startswith.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(text.startswith(s) for s in stops):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def stops_forgotten(n_generated, max_tokens, last_is_eos, text, stops):
    """Has no stop sequences.

    makes: stop_sequences_ignored
    """
    if last_is_eos:
        return "eos"
    return "max_tokens" if n_generated >= max_tokens else None


def limit_forgotten(n_generated, max_tokens, last_is_eos, text, stops):
    """Has no limit.

    makes: cap_ignored
    """
    if last_is_eos:
        return "eos"
    return "stop_sequence" if any(s in text for s in stops) else None


def numbers(n_generated, max_tokens, last_is_eos, text, stops):
    """Returns 1, 2, 3 for the reasons.

    makes: nothing listed
    """
    if last_is_eos:
        return 1
    if any(s in text for s in stops):
        return 2
    return 3 if n_generated >= max_tokens else 0


def whole_words(n_generated, max_tokens, last_is_eos, text, stops):
    """Looks for whole words only.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(s in re.split(r"\s+", text) for s in stops):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def limit_of_the_text(n_generated, max_tokens, last_is_eos, text, stops):
    """Compares the length of the text with the limit.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(s in text for s in stops):
        return "stop_sequence"
    return "max_tokens" if len(text) >= max_tokens else None


def always_eos(n_generated, max_tokens, last_is_eos, text, stops):
    """Returns "eos" where nothing else holds.

    makes: nothing listed
    """
    if not last_is_eos and any(s in text for s in stops):
        return "stop_sequence"
    if not last_is_eos and n_generated >= max_tokens:
        return "max_tokens"
    return "eos"


def last_stop_only(n_generated, max_tokens, last_is_eos, text, stops):
    """Looks for the last stop sequence only.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    found = False
    for stop in stops:
        found = stop in text
    if found:
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def ends_with_after_stripping(n_generated, max_tokens, last_is_eos, text, stops):
    """Strips the text and uses endswith.

    makes: stop_sequence_at_the_end_only
    """
    if last_is_eos:
        return "eos"
    for stop in stops:
        if text.rstrip().endswith(stop.rstrip()):
            return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def newest_counted_again(n_generated, max_tokens, last_is_eos, text, stops):
    """Adds 1 to the number of tokens.

    makes: cap_one_too_early
    """
    if last_is_eos:
        return "eos"
    if any(text.find(stop) != -1 for stop in stops):
        return "stop_sequence"
    if n_generated + 1 < max_tokens:
        return None
    return "max_tokens"


def first_stop_and_too_late(n_generated, max_tokens, last_is_eos, text, stops):
    """Looks for the first stop sequence only, and goes on at the limit.

    makes: first_stop_sequence_only, cap_one_too_late
    """
    if last_is_eos:
        return "eos"
    if stops and stops[0] in text:
        return "stop_sequence"
    return "max_tokens" if n_generated > max_tokens else None


def limit_first(n_generated, max_tokens, last_is_eos, text, stops):
    """Tests the limit first.

    makes: cap_first
    """
    if n_generated >= max_tokens:
        return "max_tokens"
    if last_is_eos:
        return "eos"
    return "stop_sequence" if any(s in text for s in stops) else None


def stops_first(n_generated, max_tokens, last_is_eos, text, stops):
    """Tests the stop sequences first.

    makes: stop_sequence_before_eos
    """
    for s in stops:
        if s in text:
            return "stop_sequence"
    if last_is_eos:
        return "eos"
    return "max_tokens" if n_generated >= max_tokens else None


def eos_missing(n_generated, max_tokens, last_is_eos, text, stops):
    """Does not use last_is_eos.

    makes: eos_unreported
    """
    if any(s in text for s in stops):
        return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None


def empty_reason(n_generated, max_tokens, last_is_eos, text, stops):
    """Starts with an empty text.

    makes: empty_text_for_none
    """
    reason = ""
    if n_generated >= max_tokens:
        reason = "max_tokens"
    if any(s in text for s in stops):
        reason = "stop_sequence"
    if last_is_eos:
        reason = "eos"
    return reason


def endswith_any(n_generated, max_tokens, last_is_eos, text, stops):
    """Uses str.endswith with a tuple.

    makes: stop_sequence_at_the_end_only
    """
    if last_is_eos:
        return "eos"
    if text.endswith(tuple(stops)):
        return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None


def greater_than_the_cap(n_generated, max_tokens, last_is_eos, text, stops):
    """Writes > for the cap.

    makes: cap_one_too_late
    """
    reason = None
    if n_generated > max_tokens:
        reason = "max_tokens"
    for stop in stops:
        if stop in text:
            reason = "stop_sequence"
    if last_is_eos:
        reason = "eos"
    return reason


def text_at_its_start(n_generated, max_tokens, last_is_eos, text, stops):
    """Uses startswith.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(text.startswith(stop) for stop in stops):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def words_compared(n_generated, max_tokens, last_is_eos, text, stops):
    """Splits the text into words and looks for the stop among them.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(word in stops for word in text.split()):
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def lower_case_first(n_generated, max_tokens, last_is_eos, text, stops):
    """Turns the text and the stops into small letters before it looks.

    makes: case_ignored
    """
    if last_is_eos:
        return "eos"
    low = text.lower()
    for s in stops:
        if low.find(s.lower()) >= 0:
            return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None


def last_fifty_letters(n_generated, max_tokens, last_is_eos, text, stops):
    """Looks at the last 50 letters, because the rest was looked at before.

    makes: only_the_end_searched
    """
    tail = text[-50:]
    if last_is_eos:
        return "eos"
    if any(tail.count(s) for s in stops):
        return "stop_sequence"
    if max_tokens - n_generated <= 0:
        return "max_tokens"


def text_in_stop(n_generated, max_tokens, last_is_eos, text, stops):
    """Asks whether the text is in the stop sequence.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    if any(text in stop for stop in stops):
        return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None


def both_lowered(n_generated, max_tokens, last_is_eos, text, stops):
    """Lowers the text and the stop sequences.

    makes: case_ignored
    """
    if last_is_eos:
        return "eos"
    text = text.lower()
    for stop in stops:
        if stop.lower() in text:
            return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None


def stop_among_the_words(n_generated, max_tokens, last_is_eos, text, stops):
    """Looks for a stop sequence among the words of the text.

    makes: nothing listed
    """
    if last_is_eos:
        return "eos"
    words = text.split()
    if any(stop in words for stop in stops):
        return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None


def length_first(n_generated, max_tokens, last_is_eos, text, stops):
    """The limit is looked at first, then EOS and stop sequences.

    makes: cap_first
    """
    table = [
        ("max_tokens", n_generated >= max_tokens),
        ("eos", last_is_eos),
        ("stop_sequence", any(stop in text for stop in stops)),
    ]
    for name, holds in table:
        if holds:
            return name
    return None


def only_at_the_end(n_generated, max_tokens, last_is_eos, text, stops):
    """A stop sequence counts only if the text ends with it.

    makes: stop_sequence_at_the_end_only
    """
    found = False
    for stop in stops:
        found |= text[-len(stop):] == stop
    if last_is_eos:
        reason = "eos"
    elif found:
        reason = "stop_sequence"
    elif max_tokens - n_generated <= 0:
        reason = "max_tokens"
    else:
        reason = None
    return reason


def blanks_taken_off(n_generated, max_tokens, last_is_eos, text, stops):
    """Takes blanks off the text before it looks for stop sequences, so that one that ends with a line break is missed.

    makes: nothing listed
    """
    words = text.strip()
    if last_is_eos:
        return "eos"
    if [s for s in stops if s in words]:
        return "stop_sequence"
    return "max_tokens" if n_generated >= max_tokens else None
