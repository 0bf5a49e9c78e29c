def schedule(requests, slots, memory, compute, is_continuous=True):
    order = sorted(range(len(requests)), key=lambda i: (requests[i][0], i))
    left = [out for _, _, out in requests]
    latency = [0.0] * len(requests)
    running, fresh = [], set()
    time = 0.0
    steps = []
    while order or running:
        if not running and requests[order[0]][0] > time:
            time = requests[order[0]][0]
        while order and len(running) < slots and requests[order[0]][0] <= time:
            new = order.pop(0)
            running.append(new)
            fresh.add(new)
        running.sort()
        tokens = sum(requests[i][1] if i in fresh else 1 for i in running)
        fresh.clear()
        steps.append(list(running))
        time += max(memory, tokens * compute)
        for i in running:
            left[i] -= 1
            if left[i] == 0:
                latency[i] = time - requests[i][0]
        running = [i for i in running if left[i] > 0]
    total = sum(out for _, _, out in requests)
    return steps, latency, total / time
