"""Right ways to schedule a server's requests; the grader must accept every one of them."""

import heapq
from collections import deque
from dataclasses import dataclass

import numpy as np


def variant_heap(requests, slots, memory, compute, is_continuous=True):
    """Take the waiting requests from a heap of arrivals and numbers."""
    if slots <= 0:
        raise ValueError("slots")
    heap = [(request[0], number) for number, request in enumerate(requests)]
    heapq.heapify(heap)
    running, steps, ended = {}, [], {}
    now, total = 0, 0
    while heap or running:
        if not running and heap[0][0] > now:
            now = heap[0][0]
        load = len(running)
        may_join = is_continuous or load == 0
        while may_join and heap and heap[0][0] <= now and len(running) < slots:
            _, number = heapq.heappop(heap)
            running[number] = 0
            load += requests[number][1]
        steps.append(tuple(sorted(running)))
        now = now + (memory if memory > load * compute else load * compute)
        for number in sorted(running):
            running[number] += 1
            total += 1
            if running[number] == requests[number][2]:
                ended[number] = now - requests[number][0]
                running.pop(number)
    return steps, [ended[number] for number in range(len(requests))], (total / now if total else 0)


def variant_deque(requests, slots, memory, compute, is_continuous=True):
    """Keep a deque of the waiting requests with their data."""
    if slots < 1:
        raise ValueError(f"{slots} slots")
    line = deque(sorted(((a, i, p, n) for i, (a, p, n) in enumerate(requests)), key=lambda each: each[:2]))
    active = []
    steps = []
    latencies = [None for _ in requests]
    clock = 0.0
    while active or line:
        if not active:
            clock = max(clock, line[0][0])
        entering = []
        if is_continuous or not active:
            while line and line[0][0] <= clock and len(active) + len(entering) < slots:
                entering.append(line.popleft())
        tokens = len(active) + sum(p for _, _, p, _ in entering)
        active += [[i, a, n] for a, i, _, n in entering]
        steps.append(sorted(i for i, _, _ in active))
        clock += max(memory, compute * tokens)
        for each in active:
            each[2] -= 1
            if each[2] == 0:
                latencies[each[0]] = clock - each[1]
        active = [each for each in active if each[2] > 0]
    written = sum(len(step) for step in steps)
    return steps, latencies, written / clock if written else 0.0


def variant_loops(requests, slots, memory, compute, is_continuous=True):
    """Look through all requests at every step."""
    if slots < 1:
        raise ValueError("there must be a slot")
    given = [0] * len(requests)
    is_in = [False] * len(requests)
    finished = [0.0] * len(requests)
    steps = []
    now = 0.0
    while True:
        outside = []
        for number in range(len(requests)):
            if not is_in[number] and given[number] == 0:
                outside.append(number)
        if not outside and True not in is_in:
            break
        if True not in is_in:
            earliest = min(requests[number][0] for number in outside)
            if earliest > now:
                now = earliest
        tokens = is_in.count(True)
        if is_continuous or tokens == 0:
            while is_in.count(True) < slots:
                best = None
                for number in outside:
                    if not is_in[number] and requests[number][0] <= now:
                        if best is None or requests[number][0] < requests[best][0]:
                            best = number
                if best is None:
                    break
                is_in[best] = True
                tokens += requests[best][1]
        step = []
        for number in range(len(requests)):
            if is_in[number]:
                step.append(number)
        steps.append(step)
        now += max(memory, tokens * compute)
        for number in step:
            given[number] += 1
            if given[number] == requests[number][2]:
                is_in[number] = False
                finished[number] = now
    latencies = []
    for number in range(len(requests)):
        latencies.append(finished[number] - requests[number][0])
    return steps, latencies, sum(given) / now if steps else 0.0


def variant_arrays(requests, slots, memory, compute, is_continuous=True):
    """Keep arrivals, prompts and tokens to come in arrays; numpy's numbers come back."""
    if slots < 1:
        raise ValueError("slots must be at least 1")
    table = np.array(requests, dtype=float).reshape(-1, 3)
    arrival, prompt, left = table.T.copy()
    left = left.astype(int)
    order = np.argsort(arrival, kind="stable")
    begun = np.zeros(len(table), dtype=bool)
    latency = np.zeros(len(table))
    now, steps = 0.0, []
    while (left > 0).any():
        running = begun & (left > 0)
        if not running.any():
            now = max(now, arrival[~begun].min())
        tokens = running.sum()
        if is_continuous or not running.any():
            ready = [number for number in order if not begun[number] and arrival[number] <= now]
            new = np.array(ready[: max(0, slots - int(running.sum()))], dtype=int)
            begun[new] = True
            running[new] = True
            tokens = tokens + prompt[new].sum()
        steps.append(np.flatnonzero(running).tolist())
        now = now + np.maximum(memory, tokens * compute)
        left[running] -= 1
        done = running & (left == 0)
        latency[done] = now - arrival[done]
    return steps, latency.tolist(), table[:, 2].sum() / now if steps else 0.0


@dataclass
class _Request:
    number: int
    arrival: float
    prompt: int
    output: int
    written: int = 0
    end: float = 0.0


def variant_objects(requests, slots, memory, compute, is_continuous=True):
    """Give each request an object."""
    if slots < 1:
        raise ValueError("no slots")
    everyone = [_Request(number, *request) for number, request in enumerate(requests)]
    queue = sorted(everyone, key=lambda each: (each.arrival, each.number))
    batch, steps, now = [], [], 0.0
    while queue or batch:
        now = now if batch else max(now, queue[0].arrival)
        if is_continuous or not batch:
            while queue and len(batch) < slots and queue[0].arrival <= now:
                batch.append(queue.pop(0))
        steps.append(sorted(each.number for each in batch))
        now += max(memory, sum(each.prompt if each.written == 0 else 1 for each in batch) * compute)
        for each in batch:
            each.written += 1
            each.end = now
        batch = [each for each in batch if each.written < each.output]
    return steps, [each.end - each.arrival for each in everyone], sum(each.output for each in everyone) / (now or 1.0)
