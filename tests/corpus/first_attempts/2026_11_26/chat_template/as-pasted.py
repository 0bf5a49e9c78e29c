ROLES = ("system", "user", "assistant")


def chat_ids(messages):
    if not messages or messages[0]["role"] != "system":
        messages = [{"role": "system", "content": "You are a helpful assistant."}] + list(messages)
    ids = []
    for message in messages:
        if message["role"] not in ROLES:
            raise ValueError("unknown role: " + message["role"])
        ids += [256] + list(message["role"].encode()) + [10]
        ids += list(message["content"].strip().encode()) + [257, 10]
    return ids + [256] + list(b"assistant\n")


def read_chat(ids):
    messages, current = [], None
    for i in ids:
        if i == 256:
            current = []
        elif i == 257:
            messages.append(_message(current))
            current = None
        elif current is not None:
            current.append(i)
    if current is not None:
        messages.append(_message(current))
    return messages


def _message(ids):
    role, _, content = bytes(ids).decode("utf-8", errors="replace").partition("\n")
    return {"role": role, "content": content}
