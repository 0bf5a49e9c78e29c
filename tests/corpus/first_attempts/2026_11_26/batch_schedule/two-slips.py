def schedule(requests, slots, memory, compute, is_continuous=True):
    if slots < 1:
        raise ValueError("no slots")
    if not requests:
        return [], [], 0.0
    waiting = sorted(range(len(requests)), key=lambda i: requests[i][0])
    running = {}
    now = 0.0
    steps, end = [], [0.0] * len(requests)
    while waiting or running:
        if not running and requests[waiting[0]][0] > now:
            now = requests[waiting[0]][0]
        new = []
        if is_continuous or not running:
            while waiting and len(running) < slots and requests[waiting[0]][0] <= now:
                i = waiting.pop(0)
                running[i] = requests[i][2]
                new.append(i)
        tokens = sum(requests[i][1] + 1 if i in new else 1 for i in running)  # the prompt and the token that comes out
        now += max(memory, tokens * compute)
        steps.append(sorted(running))
        for i in list(running):
            running[i] -= 1
            if running[i] == 0:
                end[i] = now
                del running[i]
    return steps, end, sum(r[2] for r in requests) / now
