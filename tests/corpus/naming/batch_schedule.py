"""Wrong versions of a server's schedule, as learners write them."""


def waits_for_all(requests, slots, memory, compute, is_continuous=True):
    """Never lets anybody join.

    makes: never_joins_a_batch
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def joins_always(requests, slots, memory, compute, is_continuous=True):
    """Has no use for the last argument.

    makes: always_joins_a_batch
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if True:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def no_limit(requests, slots, memory, compute, is_continuous=True):
    """Admits everybody who has arrived.

    makes: slots_ignored
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def sum_of_times(requests, slots, memory, compute, is_continuous=True):
    """Reads first and computes then.

    makes: times_added
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += memory + load * compute
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def faster_one(requests, slots, memory, compute, is_continuous=True):
    """Uses min.

    makes: smaller_time_taken
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += min(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def reads_only(requests, slots, memory, compute, is_continuous=True):
    """Forgets the arithmetic.

    makes: arithmetic_ignored
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += memory
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def one_token_each(requests, slots, memory, compute, is_continuous=True):
    """Counts the requests that run.

    makes: prompt_taken_for_one_token
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += 1
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def unsorted_queue(requests, slots, memory, compute, is_continuous=True):
    """Takes the list as the queue.

    makes: order_of_the_list
    """
    if slots < 1:
        raise ValueError("slots")
    queue = list(range(len(requests)))
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def absolute_ends(requests, slots, memory, compute, is_continuous=True):
    """Returns when each is finished.

    makes: latency_from_zero
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def all_tokens(requests, slots, memory, compute, is_continuous=True):
    """Counts prompts in the throughput.

    makes: prompt_in_the_throughput
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(p + n for _, p, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def as_admitted(requests, slots, memory, compute, is_continuous=True):
    """Lists the requests as they came in.

    makes: order_of_admission
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(list(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def prefill_is_extra(requests, slots, memory, compute, is_continuous=True):
    """Gets the first token in the second step.

    makes: prompt_step_without_a_token
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n + 1 for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def whole_text_each_step(requests, slots, memory, compute, is_continuous=True):
    """Puts the whole text through at every step.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = sum(requests[i][1] + requests[i][2] - todo[i] for i in active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def one_slot_fewer(requests, slots, memory, compute, is_continuous=True):
    """Leaves one slot empty.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < max(slots - 1, 1) and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def one_at_a_step(requests, slots, memory, compute, is_continuous=True):
    """Admits one request in a step at most.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            if queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def longest_first(requests, slots, memory, compute, is_continuous=True):
    """Begins with the longest output of those that arrive together.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: (requests[i][0], -requests[i][2]))
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def newest_first(requests, slots, memory, compute, is_continuous=True):
    """Takes the latest arrival first.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: -requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, min(requests[i][0] for i in queue))
        load = len(active)
        if is_continuous or not active:
            for i in [i for i in queue if requests[i][0] <= clock][: slots - len(active)]:
                queue.remove(i)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def tokens_in_all_steps(requests, slots, memory, compute, is_continuous=True):
    """Divides by the sum of latencies.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / sum(latencies) if clock else 0.0


def prompt_for_half(requests, slots, memory, compute, is_continuous=True):
    """Counts half of the prompt.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1] / 2
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def slowest_slot(requests, slots, memory, compute, is_continuous=True):
    """Multiplies the time of a step by the running requests.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute) * len(active)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def waiting_time(requests, slots, memory, compute, is_continuous=True):
    """Returns the time until a request is admitted.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
                latencies[i] = clock - requests[i][0]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                pass
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def slot_kept_for_a_step(requests, slots, memory, compute, is_continuous=True):
    """Frees a slot one step late.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] >= 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def throughput_of_requests(requests, slots, memory, compute, is_continuous=True):
    """Divides the number of requests.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = len(requests)
    return steps, latencies, total / clock if clock else 0.0


def average_latency(requests, slots, memory, compute, is_continuous=True):
    """Returns the average latency.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    mean = sum(latencies) / len(latencies) if latencies else 0.0
    return steps, mean, total / clock if clock else 0.0


def clock_begins_at_admission(requests, slots, memory, compute, is_continuous=True):
    """Counts latency from the admission.

    makes: latency_from_admission
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
                latencies[i] = clock
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - latencies[i]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def latencies_as_they_arrived(requests, slots, memory, compute, is_continuous=True):
    """Returns the latencies in order of arrival.

    makes: latencies_in_order_of_arrival
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    latencies = [latencies[i] for i in sorted(range(len(requests)), key=lambda i: requests[i][0])]
    return steps, latencies, total / clock if clock else 0.0


def waits_until_it_is_full(requests, slots, memory, compute, is_continuous=True):
    """Lets a batch wait until all slots can be filled.

    makes: batch_waits_until_it_is_full
    """
    if slots < 1:
        raise ValueError("slots")
    queue = sorted(range(len(requests)), key=lambda i: requests[i][0])
    active = []
    todo = [n for _, _, n in requests]
    steps = []
    latencies = [0.0 for _ in requests]
    clock = 0.0
    while queue or active:
        if not active:
            clock = max(clock, requests[queue[0 if is_continuous else min(slots, len(queue)) - 1]][0])
        load = len(active)
        if is_continuous or not active:
            while queue and len(active) < slots and requests[queue[0]][0] <= clock:
                i = queue.pop(0)
                active.append(i)
                load += requests[i][1]
        steps.append(sorted(active))
        clock += max(memory, load * compute)
        for i in active:
            todo[i] -= 1
            if todo[i] == 0:
                latencies[i] = clock - requests[i][0]
        active = [i for i in active if todo[i] > 0]
    total = sum(n for _, _, n in requests)
    return steps, latencies, total / clock if clock else 0.0


def _run(requests, slots, memory, compute, is_continuous, order=None, cost=None, first=None):
    if slots < 1:
        raise ValueError("slots")
    order = order or (lambda n: requests[n][0])
    cost = cost or (lambda tokens: max(memory, tokens * compute))
    waiting = sorted(range(len(requests)), key=lambda n: requests[n][0])
    running, steps, ends, now = {}, [], {}, 0.0
    while waiting or running:
        if not running and requests[waiting[0]][0] > now:
            now = requests[waiting[0]][0]
        new = []
        if is_continuous or not running:
            here = sorted((n for n in waiting if requests[n][0] <= now), key=order)
            new = here[: slots - len(running)]
        waiting = [n for n in waiting if n not in new]
        tokens = len(running) + sum(requests[n][1] if first is None else first for n in new)
        running |= {n: requests[n][2] for n in new}
        steps.append(sorted(running))
        now += cost(tokens)
        for n in steps[-1]:
            running[n] -= 1
            if not running[n]:
                del running[n]
                ends[n] = now
    return steps, ends, now


def _answer(requests, steps, ends, now):
    waits = [ends[n] - requests[n][0] for n in range(len(requests))]
    return steps, waits, sum(each[2] for each in requests) / now if requests else 0.0


def both_times(requests, slots, memory, compute, is_continuous=True):
    """Adds reading and arithmetic.

    makes: times_added
    """
    return _answer(
        requests, *_run(requests, slots, memory, compute, is_continuous, cost=lambda t: memory + t * compute)
    )


def since_the_start(requests, slots, memory, compute, is_continuous=True):
    """Measures a latency from the first step on, not from time 0 or the arrival.

    makes: nothing listed
    """
    steps, ends, now = _run(requests, slots, memory, compute, is_continuous)
    _, _, speed = _answer(requests, steps, ends, now)
    begin = min((each[0] for each in requests), default=0.0)
    return steps, [ends[n] - begin for n in range(len(requests))], speed


def prompts_apart(requests, slots, memory, compute, is_continuous=True):
    """Gives new requests a step of their own, in which no other request runs.

    makes: prompts_in_steps_of_their_own
    """
    if slots < 1:
        raise ValueError("slots")
    waiting = sorted(range(len(requests)), key=lambda n: requests[n][0])
    left, steps, ends, now = {}, [], {}, 0.0
    while waiting or left:
        if not left:
            now = max(now, requests[waiting[0]][0])
        new = []
        if is_continuous or not left:
            while waiting and len(left) + len(new) < slots and requests[waiting[0]][0] <= now:
                new.append(waiting.pop(0))
        for n in new:
            left[n] = requests[n][2]
        step = sorted(new) if new else sorted(left)
        tokens = sum(requests[n][1] for n in new) if new else len(step)
        now += max(memory, tokens * compute)
        steps.append(step)
        for n in step:
            left[n] -= 1
            if left[n] == 0:
                ends[n] = now
                del left[n]
    return _answer(requests, steps, ends, now)


def short_ones_first(requests, slots, memory, compute, is_continuous=True):
    """Admits the request with the shortest output first.

    makes: shortest_first
    """
    return _answer(requests, *_run(requests, slots, memory, compute, is_continuous, order=lambda n: requests[n][2]))


def busy_time_only(requests, slots, memory, compute, is_continuous=True):
    """Leaves the time in which nothing runs out of the throughput.

    makes: throughput_of_busy_time
    """
    steps, ends, now = _run(requests, slots, memory, compute, is_continuous)
    steps, waits, _ = _answer(requests, steps, ends, now)
    seen, busy = set(), 0.0
    for step in steps:
        busy += max(memory, compute * sum(1 if n in seen else requests[n][1] for n in step))
        seen.update(step)
    return steps, waits, sum(each[2] for each in requests) / busy if busy else 0.0


def one_newcomer_in_a_step(requests, slots, memory, compute, is_continuous=True):
    """Admits one request before each step, though more slots are free.

    makes: nothing listed
    """
    if slots < 1:
        raise ValueError("slots")
    waiting = sorted(range(len(requests)), key=lambda n: requests[n][0])
    left, steps, ends, now = {}, [], {}, 0.0
    while waiting or left:
        if not left:
            now = max(now, requests[waiting[0]][0])
        tokens = len(left)
        if waiting and len(left) < slots and requests[waiting[0]][0] <= now and (is_continuous or not left):
            n = waiting.pop(0)
            left[n] = requests[n][2]
            tokens += requests[n][1]
        now += max(memory, tokens * compute)
        steps.append(sorted(left))
        for n in steps[-1]:
            left[n] -= 1
            if left[n] == 0:
                ends[n] = now
                del left[n]
    return _answer(requests, steps, ends, now)


def looks_by_number(requests, slots, memory, compute, is_continuous=True):
    """Goes through the numbers and takes each request that is there.

    makes: smallest_number_first
    """
    if slots < 1:
        raise ValueError("slots")
    missing = {i: n for i, (_, _, n) in enumerate(requests)}
    inside, steps, clock = set(), [], 0.0
    latencies = [0.0] * len(requests)
    while missing:
        if not inside:
            clock = max(clock, min(requests[i][0] for i in missing))
        load, may_join = len(inside), is_continuous or not inside
        for i in sorted(missing):
            if may_join and i not in inside and len(inside) < slots and requests[i][0] <= clock:
                inside.add(i)
                load += requests[i][1]
        steps.append(sorted(inside))
        clock += max(memory, load * compute)
        for i in steps[-1]:
            missing[i] -= 1
            if not missing[i]:
                del missing[i]
                inside.remove(i)
                latencies[i] = clock - requests[i][0]
    return steps, latencies, sum(n for _, _, n in requests) / clock if clock else 0.0
