from dataclasses import dataclass


@dataclass
class Request:
    rid: int
    arrival: float
    prompt_len: int
    output_len: int
    generated: int = 0
    prefilled: bool = False
    finish: float = 0.0


def schedule(requests, slots, memory, compute, is_continuous=True):
    if slots < 1:
        raise ValueError("max_num_seqs must be >= 1")
    pending = sorted([Request(i, *r) for i, r in enumerate(requests)], key=lambda r: (r.arrival, r.rid))
    running, finished, trace = [], [], []
    clock = 0.0
    while pending or running:
        if not running and pending[0].arrival > clock:
            clock = pending[0].arrival  # idle
        if is_continuous or not running:
            while pending and len(running) < slots and pending[0].arrival <= clock:
                running.append(pending.pop(0))
        batch_tokens = sum(1 if r.prefilled else r.prompt_len for r in running)
        clock += memory + batch_tokens * compute  # linear latency model: a + b * n
        trace.append(sorted(r.rid for r in running))
        for r in running:
            if r.prefilled:
                r.generated += 1
            else:
                r.prefilled = True
        done = [r for r in running if r.generated == r.output_len]
        for r in done:
            r.finish = clock
        finished += done
        running = [r for r in running if r not in done]
    finished.sort(key=lambda r: r.rid)
    tokens = sum(r.output_len for r in finished)
    return trace, [r.finish - r.arrival for r in finished], tokens / clock if clock else 0.0
