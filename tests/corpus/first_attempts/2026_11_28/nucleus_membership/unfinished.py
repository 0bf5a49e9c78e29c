def nucleus(p, top_p):
    order = sorted(range(len(p)), key=lambda token: -p[token])
    ids = []
    total = 0
    for token in order:
        ids.append(token)
        total = total + p[token]
        if total >= top_p:
            break
    return ids
