def nucleus(p, top_p):
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p must be in (0, 1]")
    ids = sorted(range(len(p)), key=lambda i: (-p[i], i))
    if top_p == 1:
        return ids
    total = 0.0
    result = []
    for i in ids:
        result.append(i)
        total += p[i]
        if total >= top_p:
            break
    return result
