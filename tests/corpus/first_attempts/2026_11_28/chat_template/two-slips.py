START = 256
END = 257
ROLES = {"system", "user", "assistant"}


def chat_ids(messages: list[dict[str, str]]) -> list[int]:
    ids = []
    for message in messages:
        if message["role"] not in ROLES:
            raise ValueError(f"unknown role {message['role']}")
        ids.append(START)
        ids.extend((message["role"] + "\n" + message["content"]).encode())
        ids.append(END)
        ids.append(10)
    return ids + [START] + list(b"assistant\n")


def read_chat(ids: list[int]) -> list[dict[str, str]]:
    messages = []
    i = 0
    while i < len(ids):
        if ids[i] != START:
            i += 1
            continue
        j = i + 1
        while j < len(ids) and ids[j] != END:
            j += 1
        lines = bytes(ids[i + 1 : j]).decode().split("\n")
        messages.append({"role": lines[0], "content": lines[1]})
        i = j
    return messages
