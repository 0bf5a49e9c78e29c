IM_START = 256
IM_END = 257
ROLES = ("system", "user", "assistant")


def chat_ids(messages):
    ids = []
    for m in messages:
        if m["role"] not in ROLES:
            raise ValueError("unknown role " + m["role"])
        ids += [IM_START] + list(m["role"].encode("utf-8")) + [10]
        ids += list(m["content"].strip().encode("utf-8")) + [IM_END, 10]
    return ids + [IM_START] + list(b"assistant\n")


def read_chat(ids):
    messages = []
    current = None
    for i in ids:
        if i == IM_START:
            current = bytearray()
        elif i == IM_END:
            messages.append(current)
            current = None
        elif current is not None:
            current.append(i)
    if current is not None:
        messages.append(current)
    result = []
    for raw in messages:
        lines = raw.decode("utf-8", errors="replace").split("\n")
        result.append({"role": lines[0], "content": lines[1]})
    return result
