def check_stop_strings(output_text, new_char_count, stop):
    """Check if any stop strings are matched and truncate the output."""
    for stop_str in stop:
        stop_string_len = len(stop_str)
        # Avoid searching already-searched text.
        stop_index = output_text.find(stop_str, max(0, len(output_text) - new_char_count - stop_string_len + 1))
        if stop_index == -1:
            continue
        return stop_str, stop_index
    return None


def apply_stops(pieces, stops):
    output_text = ""
    for n, piece in enumerate(pieces):
        output_text += piece
        matched = check_stop_strings(output_text, len(piece), stops)
        if matched is not None:
            stop_str, index = matched
            return output_text[:index], n + 1, stop_str
    return output_text, len(pieces), None
