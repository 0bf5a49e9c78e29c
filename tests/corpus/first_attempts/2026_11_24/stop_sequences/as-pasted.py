def check_stop_strings(output_text, new_char_count, stop):
    for stop_str in stop:
        stop_string_len = len(stop_str)
        # Avoid searching already-searched text.
        stop_index = output_text.find(stop_str, 1 - new_char_count - stop_string_len)
        if stop_index == -1:
            continue
        return stop_str, stop_index
    return None


def apply_stops(pieces, stops):
    output_text = ""
    for n, piece in enumerate(pieces, 1):
        output_text += piece
        found = check_stop_strings(output_text, len(piece), stops)
        if found is not None:
            stop_str, stop_index = found
            return output_text[:stop_index], n, stop_str
    return output_text, len(pieces), None
