"""Typical wrong versions of a server's schedule."""

from .batch_schedule import schedule as _schedule


def _run(  # noqa: PLR0913 - one for each slip
    requests,
    slots,
    memory,
    compute,
    is_continuous=True,
    *,
    order=lambda requests: sorted(range(len(requests)), key=lambda number: requests[number][0]),
    has_arrived=lambda arrival, now: arrival <= now,
    duration=lambda tokens, running, memory, compute: max(memory, tokens * compute),
    first_tokens=lambda request: request[1],
    extra_steps=0,
    latency=lambda now, arrival, first: now - arrival,
    written=lambda requests: sum(output for _, _, output in requests),
    arranged=sorted,
    is_checked=True,
    begins=0.0,
    queue=lambda requests, waiting, now: waiting,
    starts=lambda requests, waiting: requests[waiting[0]][0],
):
    """Schedule as the reference does, but for what is given."""
    if is_checked and slots < 1:
        raise ValueError(slots)
    waiting = order(requests)
    left, steps, latencies, firsts = {}, [], [0.0] * len(requests), {}
    now = begins
    while waiting or left:
        if not left:
            now = max(now, starts(requests, waiting))
        tokens = len(left)
        waiting = queue(requests, waiting, now)
        if is_continuous or not left:
            while waiting and len(left) < max(slots, 1):
                arrival = requests[waiting[0]][0]
                if not has_arrived(arrival, now) and (left or arrival > now):
                    break
                number = waiting.pop(0)
                left[number] = requests[number][2] + extra_steps
                tokens += first_tokens(requests[number])
        steps.append(list(arranged(left)))
        now += duration(tokens, len(left), memory, compute)
        for number in list(left):
            firsts.setdefault(number, now)
            left[number] -= 1
            if left[number] == 0:
                del left[number]
                latencies[number] = latency(now, requests[number][0], firsts[number])
    return steps, latencies, written(requests) / now if now else 0.0


def never_joins_a_batch(requests, slots, memory, compute, is_continuous=True):
    """New requests always wait until the whole batch is finished.

    That is batching without `is_continuous`. With it, a free slot is filled before the next step. Look at the step after
    the shortest request is finished.
    """
    return _schedule(requests, slots, memory, compute, False)


def always_joins_a_batch(requests, slots, memory, compute, is_continuous=True):
    """Free slots are filled before every step, even if `is_continuous` is False.

    Then requests are admitted only when none is running. Where does your code look at the last argument?
    """
    return _schedule(requests, slots, memory, compute, True)


def batch_waits_until_it_is_full(requests, slots, memory, compute, is_continuous=True):
    """Without continuous batching, a batch begins only when there is a request for each slot.

    A request that is there already then waits for others, perhaps for long. The batch takes those that have arrived.
    """

    def starts(given, waiting):
        return given[waiting[0 if is_continuous else min(slots, len(waiting)) - 1]][0]

    return _run(requests, slots, memory, compute, is_continuous, starts=starts)


def slots_ignored(requests, slots, memory, compute, is_continuous=True):
    """All requests that have arrived run at once, whatever the number of slots.

    Each running request needs memory for its cache, so there is a limit. Admit only while fewer than `slots` run.
    """
    if slots < 1:
        raise ValueError(slots)
    return _schedule(requests, max(len(requests), 1), memory, compute, is_continuous)


def times_added(requests, slots, memory, compute, is_continuous=True):
    """A step takes the time for reading and the time for the arithmetic, added up.

    Both happen at the same time: while one part of the weights is multiplied, the next is read. The larger time
    counts.
    """
    return _run(requests, slots, memory, compute, is_continuous, duration=lambda tokens, _, m, c: m + tokens * c)


def smaller_time_taken(requests, slots, memory, compute, is_continuous=True):
    """A step takes the smaller one of the two times.

    The step is over when both are done, reading and arithmetic.
    """
    return _run(requests, slots, memory, compute, is_continuous, duration=lambda tokens, _, m, c: min(m, tokens * c))


def weights_read_for_each_text(requests, slots, memory, compute, is_continuous=True):
    """The weights are read once for each request in the step.

    A step reads them once for all requests, and that is the whole gain of a batch. Does your step get longer with each
    request?
    """
    return _run(
        requests,
        slots,
        memory,
        compute,
        is_continuous,
        duration=lambda tokens, running, m, c: max(m * running, tokens * c),
    )


def arithmetic_ignored(requests, slots, memory, compute, is_continuous=True):
    """Every step takes the time for reading, however many tokens it has.

    That holds for small batches only. With a long prompt or many requests, the arithmetic takes longer.
    """
    return _run(requests, slots, memory, compute, is_continuous, duration=lambda *given: memory)


def prompt_taken_for_one_token(requests, slots, memory, compute, is_continuous=True):
    """The first step of a request counts one token, not its prompt.

    The whole prompt goes through the model in that step, and for a long one that takes time.
    """
    return _run(requests, slots, memory, compute, is_continuous, first_tokens=lambda request: 1)


def prompt_and_one_token(requests, slots, memory, compute, is_continuous=True):
    """The first step of a request counts its prompt and one token more.

    The first output token comes out of that step. It goes in at the next one.
    """
    return _run(requests, slots, memory, compute, is_continuous, first_tokens=lambda request: request[1] + 1)


def prompt_step_without_a_token(requests, slots, memory, compute, is_continuous=True):
    """The step with the prompt gives no output token, so each request runs one step too long.

    The last row of that pass scores the first output token. A request with 1 output token runs in one step.
    """
    return _run(requests, slots, memory, compute, is_continuous, extra_steps=1)


def order_of_the_list(requests, slots, memory, compute, is_continuous=True):
    """Requests are admitted in the order of the list, and one that has not arrived holds up those after it.

    The list need not be in order of arrival. Sort the numbers by arrival first, and leave the list itself alone.
    """
    return _run(requests, slots, memory, compute, is_continuous, order=lambda given: list(range(len(given))))


def shortest_first(requests, slots, memory, compute, is_continuous=True):
    """Of requests that arrive together, the one with the shortest output comes first.

    That makes the average latency smaller, but a server does not know the lengths before. Ties go by number.
    """

    def order(given):
        return sorted(range(len(given)), key=lambda number: (given[number][0], given[number][2]))

    return _run(requests, slots, memory, compute, is_continuous, order=order)


def shortest_first__of_all_that_wait(requests, slots, memory, compute, is_continuous=True):
    """The same among all requests that have arrived."""

    def queue(given, waiting, now):
        here = [number for number in waiting if given[number][0] <= now]
        return sorted(here, key=lambda number: given[number][2]) + waiting[len(here) :]

    return _run(requests, slots, memory, compute, is_continuous, queue=queue)


def triples_sorted(requests, slots, memory, compute, is_continuous=True):
    """Of requests that arrive together, the one with the shortest prompt comes first.

    Sorting triples compares their second entries where the first are equal. Ties go by number: sort numbers, with the
    arrival as the key.
    """

    def order(given):
        return sorted(range(len(given)), key=lambda number: (*given[number], number))

    return _run(requests, slots, memory, compute, is_continuous, order=order)


def last_of_equals_first(requests, slots, memory, compute, is_continuous=True):
    """Of requests that arrive together, the one with the largest number comes first.

    Perhaps the waiting list is reversed so that `pop` takes its end. Equal arrivals then change their order, too.
    """

    def order(given):
        return sorted(range(len(given)), key=lambda number: (given[number][0], -number))

    return _run(requests, slots, memory, compute, is_continuous, order=order)


def runs_before_it_arrives(requests, slots, memory, compute, is_continuous=True):
    """Requests run before they have arrived.

    A free slot is not enough: the arrival must not be later than the beginning of the step.
    """
    if slots < 1:
        raise ValueError(slots)
    left, steps, latencies, now = {}, [], [0.0] * len(requests), 0.0
    waiting = sorted(range(len(requests)), key=lambda number: requests[number][0])
    while waiting or left:
        tokens = len(left)
        if is_continuous or not left:
            while waiting and len(left) < slots:
                number = waiting.pop(0)
                left[number] = requests[number][2]
                tokens += requests[number][1]
        steps.append(sorted(left))
        now += max(memory, tokens * compute)
        for number in steps[-1]:
            left[number] -= 1
            if not left[number]:
                del left[number]
                latencies[number] = now - requests[number][0]
    return steps, latencies, sum(request[2] for request in requests) / now if now else 0.0


def arrival_at_the_beginning_too_late(requests, slots, memory, compute, is_continuous=True):
    """A request that arrives exactly at the beginning of a step has to wait for the next one.

    The rules say that it is early enough. Look at the comparison.
    """
    return _run(requests, slots, memory, compute, is_continuous, has_arrived=lambda arrival, now: arrival < now)


def clock_stands_still_when_idle(requests, slots, memory, compute, is_continuous=True):
    """While there are no requests, empty steps run until the next one arrives.

    A step without requests does nothing, and the next one may begin too late. Set the clock to the arrival instead.
    """
    if slots < 1:
        raise ValueError(slots)
    left, steps, latencies, now = {}, [], [0.0] * len(requests), 0.0
    waiting = sorted(range(len(requests)), key=lambda number: requests[number][0])
    while waiting or left:
        tokens = len(left)
        if is_continuous or not left:
            while waiting and len(left) < slots and requests[waiting[0]][0] <= now:
                number = waiting.pop(0)
                left[number] = requests[number][2]
                tokens += requests[number][1]
        steps.append(sorted(left))
        now += max(memory, tokens * compute)
        for number in steps[-1]:
            left[number] -= 1
            if not left[number]:
                del left[number]
                latencies[number] = now - requests[number][0]
    return steps, latencies, sum(request[2] for request in requests) / now if now else 0.0


def latency_from_admission(requests, slots, memory, compute, is_continuous=True):
    """The latency counts from the step in which a request is admitted.

    A caller also waits for a free slot. The latency counts from the arrival.
    """
    steps, latencies, throughput = _schedule(requests, slots, memory, compute, is_continuous)
    now, seen, begins, ends = 0.0, set(), {}, {}
    for step in steps:
        if not any(number in seen and number not in ends for number in step):
            now = max(now, min(requests[number][0] for number in step))
        begins.update({number: now for number in step if number not in seen})
        now += max(memory, compute * sum(1 if number in seen else requests[number][1] for number in step))
        seen.update(step)
        ends.update(dict.fromkeys(step, now))
    return steps, [ends[number] - begins[number] for number in range(len(latencies))], throughput


def latencies_in_order_of_arrival(requests, slots, memory, compute, is_continuous=True):
    """The latencies come in the order of arrival.

    They come in the order of the requests, so that the caller finds each one at its number.
    """
    steps, latencies, throughput = _schedule(requests, slots, memory, compute, is_continuous)
    return steps, [latencies[at] for at in sorted(range(len(requests)), key=lambda at: requests[at][0])], throughput


def latency_from_zero(requests, slots, memory, compute, is_continuous=True):
    """The latencies are the times at which requests are finished.

    A request that arrives late has not waited since time 0. Subtract its arrival.
    """
    return _run(requests, slots, memory, compute, is_continuous, latency=lambda now, arrival, first: now)


def time_to_the_first_token(requests, slots, memory, compute, is_continuous=True):
    """The latencies end with the first output token.

    That is another number that servers watch, the time to first token. Here the last token counts.
    """
    return _run(requests, slots, memory, compute, is_continuous, latency=lambda now, arrival, first: first - arrival)


def prompt_in_the_throughput(requests, slots, memory, compute, is_continuous=True):
    """The throughput counts the tokens of the prompts as well.

    They are read, not written. Only output tokens count.
    """
    return _run(requests, slots, memory, compute, is_continuous, written=lambda given: sum(p + n for _, p, n in given))


def tokens_in_a_step(requests, slots, memory, compute, is_continuous=True):
    """The throughput is the output tokens in a step, on average.

    Steps take different times. Divide by the time at which the last one ends.
    """
    steps, latencies, _ = _schedule(requests, slots, memory, compute, is_continuous)
    return steps, latencies, sum(map(len, steps)) / len(steps) if steps else 0.0


def throughput_from_the_first_arrival(requests, slots, memory, compute, is_continuous=True):
    """The throughput leaves out the time before the first request arrives.

    Time begins at 0, whether there are requests or not.
    """
    steps, latencies, throughput = _schedule(requests, slots, memory, compute, is_continuous)
    if not requests:
        return steps, latencies, throughput
    end = max(latency + request[0] for latency, request in zip(latencies, requests, strict=True))
    return steps, latencies, throughput * end / (end - min(request[0] for request in requests))


def throughput_of_busy_time(requests, slots, memory, compute, is_continuous=True):
    """The throughput leaves out all time in which no request is there to run.

    A server that waits writes nothing, and that time counts as well. What does the rule on throughput divide by?
    """
    steps, latencies, _ = _schedule(requests, slots, memory, compute, is_continuous)
    seen, busy = set(), 0.0
    for step in steps:
        busy += max(memory, compute * sum(1 if number in seen else requests[number][1] for number in step))
        seen.update(step)
    return steps, latencies, sum(output for _, _, output in requests) / busy if busy else 0.0


def order_of_admission(requests, slots, memory, compute, is_continuous=True):
    """In a step the requests are listed in the order in which they were admitted.

    The rules ask for the smallest number first.
    """
    return _run(requests, slots, memory, compute, is_continuous, arranged=list)


def no_slot_accepted(requests, slots, memory, compute, is_continuous=True):
    """Without a slot, the requests are run as if there were one, or not at all.

    With 0 slots nothing can ever run. The rules want `ValueError`, even if there are no requests.
    """
    return _run(requests, slots, memory, compute, is_continuous, is_checked=False)


def no_requests_fail(requests, slots, memory, compute, is_continuous=True):
    """Without requests a ZeroDivisionError is raised.

    No step means no time, and the throughput divides by it. The rules say what it is then.
    """
    if slots >= 1 and not requests:
        raise ZeroDivisionError("division by zero")
    return _schedule(requests, slots, memory, compute, is_continuous)


def requests_sorted_in_place(requests, slots, memory, compute, is_continuous=True):
    """The caller's list of requests is sorted, or emptied, on the way.

    The caller may need it afterwards, and the numbers of the requests change with it. Sort a list of numbers instead.
    """
    result = _schedule(requests, slots, memory, compute, is_continuous)
    requests.sort(key=lambda request: -request[0])
    requests.clear()
    return result


def prompts_in_steps_of_their_own(requests, slots, memory, compute, is_continuous=True):
    """A step that admits requests puts only their prompts through, and the running ones wait.

    vLLM's first scheduler did that (2023). Here a step admits requests and writes a token of each running one at once.
    """
    _schedule([], slots, memory, compute)
    waiting = sorted(range(len(requests)), key=lambda number: requests[number][0])
    left, steps, latencies, now = {}, [], [0.0] * len(requests), 0.0
    while waiting or left:
        if not left:
            now = max(now, requests[waiting[0]][0])
        admitted = []
        if is_continuous or not left:
            while waiting and len(left) < slots and requests[waiting[0]][0] <= now:
                admitted.append(waiting.pop(0))
                left[admitted[-1]] = requests[admitted[-1]][2]
        steps.append(sorted(admitted or left))
        tokens = sum(requests[number][1] for number in admitted) if admitted else len(left)
        now += max(memory, tokens * compute)
        for number in steps[-1]:
            left[number] -= 1
            if left[number] == 0:
                del left[number]
                latencies[number] = now - requests[number][0]
    return steps, latencies, sum(output for _, _, output in requests) / now if steps else 0.0
