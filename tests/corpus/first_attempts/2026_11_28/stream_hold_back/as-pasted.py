from stop_sequences import apply_stops


def stream(pieces, stops):
    visible, n, stop = apply_stops(pieces, stops)
    # hold back a buffer of max stop length - 1 chars (as in vLLM's stop buffer)
    stop_buffer_length = max((len(s) for s in stops), default=1) - 1
    chunks = []
    text = ""
    sent = 0
    for i in range(n):
        text += pieces[i]
        if i == n - 1 and stop is not None:
            chunks.append(visible[sent:])
            sent = len(visible)
            break
        end = max(sent, len(text) - stop_buffer_length)
        chunks.append(text[sent:end])
        sent = end
    chunks.append(visible[sent:])
    return chunks
