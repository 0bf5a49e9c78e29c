START, END = 256, 257


def chat_ids(messages):
    ids = []
    for message in messages:
        ids.append(START)
        ids.extend((message["role"] + "\n" + message["content"]).encode())
        ids.append(END)
        ids.append(10)
    ids.append(START)
    ids.extend(b"assistant\n")
    return ids


def read_chat(ids):
    raise NotImplementedError  # TODO: write this
