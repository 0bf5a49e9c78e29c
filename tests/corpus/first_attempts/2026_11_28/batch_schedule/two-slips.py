def schedule(
    requests: list[tuple[float, int, int]], slots: int, memory: float, compute: float, is_continuous: bool = True
) -> tuple[list[list[int]], list[float], float]:
    if slots < 1:
        raise ValueError("there is no slot")
    if not requests:
        return [], [], 0.0
    queue = sorted(range(len(requests)), key=lambda i: (requests[i][0], i))
    left = {}
    steps = []
    ends = [0.0] * len(requests)
    time = 0.0
    while queue or left:
        if not left:
            time = max(time, requests[queue[0]][0])
        tokens = len(left)
        if is_continuous or not left:
            while queue and len(left) < slots and (requests[queue[0]][0] < time or not left):
                i = queue.pop(0)
                left[i] = requests[i][2]
                tokens += requests[i][1]
        steps.append(sorted(left))
        time += max(memory, tokens * compute)
        for i in list(left):
            left[i] -= 1
            if left[i] == 0:
                ends[i] = time
                del left[i]
    return steps, ends, sum(r[2] for r in requests) / time
