from collections import deque


class Sequence:
    def __init__(self, seq_id, arrival, prompt_len, output_len):
        self.seq_id = seq_id
        self.arrival = arrival
        self.prompt_len = prompt_len
        self.output_len = output_len
        self.generated = 0


def schedule(requests, slots, memory, compute, is_continuous=True):
    if slots < 1:
        raise ValueError("max_num_seqs must be >= 1")
    seqs = [Sequence(i, *r) for i, r in enumerate(requests)]
    waiting = deque(sorted(seqs, key=lambda s: (s.arrival, s.seq_id)))
    running = []
    now = 0.0
    steps = []
    latency = [0.0] * len(seqs)
    while waiting or running:
        if not running and waiting[0].arrival > now:
            now = waiting[0].arrival
        if is_continuous or not running:
            while waiting and len(running) < slots and waiting[0].arrival <= now:
                running.append(waiting.popleft())
        num_batched_tokens = sum(s.prompt_len if s.generated == 0 else 1 for s in running)
        now += memory + num_batched_tokens * compute
        steps.append(sorted(s.seq_id for s in running))
        for s in running:
            s.generated += 1
            if s.generated == s.output_len:
                latency[s.seq_id] = now - s.arrival
        running = [s for s in running if s.generated < s.output_len]
    total = sum(s.prompt_len + s.output_len for s in seqs)
    return steps, latency, total / now if now else 0.0
