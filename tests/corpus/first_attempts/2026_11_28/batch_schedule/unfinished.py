def schedule(requests, slots, memory, compute, is_continuous=True):
    waiting = [(arrival, i) for i, (arrival, p, o) in enumerate(requests)]
    waiting.sort()
    running = []
    done_tokens = [0] * len(requests)
    steps, latencies = [], [0] * len(requests)
    t = 0
    while waiting or running:
        if running == [] and waiting[0][0] > t:
            t = waiting[0][0]
        while waiting and waiting[0][0] <= t and len(running) < slots:
            running.append(waiting.pop(0)[1])
        T = 0
        for i in running:
            T += requests[i][1] if done_tokens[i] == 0 else 1
        t += max(memory, T * compute)
        steps.append(sorted(running))
        still = []
        for i in running:
            done_tokens[i] += 1
            if done_tokens[i] == requests[i][2]:
                latencies[i] = t - requests[i][0]
            else:
                still.append(i)
        running = still
    return steps, latencies, sum(done_tokens) / t
