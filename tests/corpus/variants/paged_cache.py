"""Right ways to keep texts in blocks; the grader must accept every one of them."""

import heapq
import itertools
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np


class variant_counted:
    """Keep no counts: count the tables that a block is in whenever it matters."""

    def __init__(self, blocks, size):
        self.blocks, self.size = blocks, size
        self.stored = {}  # by block and place
        self.texts = {}  # by name, the table and the length

    def _uses(self):
        return Counter(block for table, _ in self.texts.values() for block in table)

    @property
    def free(self):
        return self.blocks - len(self._uses())

    def table(self, text):
        return self.texts.get(text, ([], 0))[0][:]

    def rows(self, text):
        table, n = self.texts.get(text, ([], 0))
        return [self.stored[table[i // self.size], i % self.size] for i in range(n)]

    def append(self, text, row):
        table, n = self.texts.get(text, ([], 0))
        uses = self._uses()
        table = table[:]
        if n % self.size == 0 or uses[table[-1]] > 1:
            new = next((block for block in range(self.blocks) if not uses[block]), None)
            if new is None:
                raise RuntimeError("full")
            if n % self.size == 0:
                table.append(new)
            else:
                for place in range(n % self.size):
                    self.stored[new, place] = self.stored[table[-1], place]
                table[-1] = new
        self.stored[table[-1], n % self.size] = row
        self.texts[text] = table, n + 1

    def fork(self, text, copy, n):
        table, length = self.texts.get(text, ([], 0))
        if n < 0 or n > length or self.rows(copy):
            raise ValueError("fork")
        self.texts[copy] = table[: (n + self.size - 1) // self.size], n

    def truncate(self, text, n):
        table, length = self.texts.get(text, ([], 0))
        if n < 0 or n > length:
            raise ValueError("truncate")
        self.texts[text] = table[: (n + self.size - 1) // self.size], n


class variant_heap:
    """Keep the free numbers in a heap, and lists of rows as blocks that are cut to what a text has."""

    def __init__(self, blocks, size):
        self.size = size
        self.heap = list(range(blocks))
        self.data = [[] for _ in range(blocks)]
        self.refs = [0 for _ in range(blocks)]
        self.tables = {}
        self.counts = {}

    @property
    def free(self):
        return len(self.heap)

    def _pop(self):
        if not self.heap:
            raise RuntimeError
        block = heapq.heappop(self.heap)
        self.refs[block] = 1
        self.data[block] = []
        return block

    def _drop(self, block):
        self.refs[block] -= 1
        if self.refs[block] == 0:
            heapq.heappush(self.heap, block)

    def table(self, text):
        return list(self.tables.get(text) or ())

    def rows(self, text):
        left, found = self.counts.get(text, 0), []
        for block in self.table(text):
            found.extend(self.data[block][: min(left, self.size)])
            left -= self.size
        return found

    def append(self, text, row):
        count = self.counts.get(text, 0)
        used = count % self.size
        if used == 0:
            block = self._pop()
            self.tables.setdefault(text, []).append(block)
        else:
            block = self.tables[text][-1]
            if self.refs[block] > 1:
                mine = self._pop()
                self.data[mine] = self.data[block][:used]
                self._drop(block)
                self.tables[text][-1] = block = mine
        del self.data[block][used:]
        self.data[block].append(row)
        self.counts[text] = count + 1

    def fork(self, text, copy, n):
        if n not in range(self.counts.get(text, 0) + 1) or self.counts.get(copy):
            raise ValueError
        shared = self.table(text)[: n // self.size + (n % self.size > 0)]
        for block in shared:
            self.refs[block] += 1
        self.tables[copy] = shared
        self.counts[copy] = n

    def truncate(self, text, n):
        if n not in range(self.counts.get(text, 0) + 1):
            raise ValueError
        while len(self.table(text)) > n // self.size + (n % self.size > 0):
            self._drop(self.tables[text].pop())
        self.counts[text] = n


class variant_objects:
    """Give each block an object with its number, its rows and the names of the texts that use it."""

    @dataclass
    class Block:
        """A block."""

        number: int
        rows: list
        users: set = field(default_factory=set)

    def __init__(self, blocks, size):
        self.size = size
        self.all = [self.Block(number, [None] * size) for number in range(blocks)]
        self.mine = {}
        self.long = {}

    @property
    def free(self):
        return sum(not block.users for block in self.all)

    def table(self, text):
        return [block.number for block in self.mine.get(text, [])]

    def rows(self, text):
        joined = []
        for block in self.mine.get(text, []):
            joined += block.rows
        return joined[: self.long.get(text, 0)]

    def _new(self, text):
        for block in self.all:
            if not block.users:
                block.users.add(text)
                return block
        raise RuntimeError("no block")

    def append(self, text, row):
        n = self.long.get(text, 0)
        blocks = self.mine.get(text, [])
        if n == len(blocks) * self.size:
            blocks = [*blocks, self._new(text)]
        elif blocks[-1].users != {text}:
            last = blocks[-1]
            new = self._new(text)
            new.rows = last.rows.copy()
            last.users.remove(text)
            blocks = [*blocks[:-1], new]
        blocks[-1].rows[n - (len(blocks) - 1) * self.size] = row
        self.mine[text] = blocks
        self.long[text] = n + 1

    def fork(self, text, copy, n):
        if n < 0 or n > self.long.get(text, 0):
            raise ValueError("n")
        if self.long.get(copy, 0) > 0:
            raise ValueError("copy")
        self.mine[copy] = [block for place, block in enumerate(self.mine.get(text, [])) if place * self.size < n]
        for block in self.mine[copy]:
            block.users.add(copy)
        self.long[copy] = n

    def truncate(self, text, n):
        if n < 0 or n > self.long.get(text, 0):
            raise ValueError("n")
        for block in self.mine.get(text, []):
            block.users.discard(text)
        self.mine[text] = [block for place, block in enumerate(self.mine.get(text, [])) if place * self.size < n]
        for block in self.mine[text]:
            block.users.add(text)
        self.long[text] = n


class variant_numpy:
    """Keep an array of objects and an array of counts; numbers come back as numpy's."""

    def __init__(self, blocks, size):
        self.store = np.empty((blocks, size), dtype=object)
        self.counts = np.zeros(blocks, dtype=int)
        self.tables, self.n = {}, {}

    @property
    def free(self):
        return np.count_nonzero(self.counts == 0)

    def table(self, text):
        return [int(block) for block in self.tables.get(text, np.zeros(0, int))]

    def rows(self, text):
        flat = self.store[self.tables.get(text, np.zeros(0, int))].ravel()
        return list(flat[: self.n.get(text, 0)])

    def _first_free(self):
        found = np.flatnonzero(self.counts == 0)
        if not found.size:
            raise RuntimeError("no free block")
        return found[0]

    def append(self, text, row):
        table, n = self.tables.get(text, np.zeros(0, int)), self.n.get(text, 0)
        size = self.store.shape[1]
        if n % size == 0:
            block = self._first_free()
            table = np.append(table, block)
            self.counts[block] = 1
        elif self.counts[table[-1]] > 1:
            block = self._first_free()
            self.store[block] = self.store[table[-1]]
            self.counts[[block, table[-1]]] += 1, -1
            table = np.append(table[:-1], block)
        self.store[table[-1], n % size] = row
        self.tables[text], self.n[text] = table, n + 1

    def fork(self, text, copy, n):
        if n < 0 or n > self.n.get(text, 0) or self.n.get(copy, 0):
            raise ValueError("n")
        table = self.tables.get(text, np.zeros(0, int))[: int(np.ceil(n / self.store.shape[1]))].copy()
        self.counts[table] += 1
        self.tables[copy], self.n[copy] = table, n

    def truncate(self, text, n):
        if n < 0 or n > self.n.get(text, 0):
            raise ValueError("n")
        needed = int(np.ceil(n / self.store.shape[1]))
        table = self.tables.get(text, np.zeros(0, int))
        self.counts[table[needed:]] -= 1
        self.tables[text], self.n[text] = table[:needed].copy(), n


class variant_loops:
    """Write each step as a loop over plain lists."""

    def __init__(self, blocks, size):
        self.size = size
        self.blocks = []
        self.used_by = []
        for _ in range(blocks):
            self.blocks.append([])
            self.used_by.append(0)
        self.texts = {}

    @property
    def free(self):
        count = 0
        for users in self.used_by:
            if users == 0:
                count += 1
        return count

    def _text(self, name):
        if name not in self.texts:
            self.texts[name] = {"table": [], "length": 0}
        return self.texts[name]

    def table(self, text):
        numbers = []
        for number in self._text(text)["table"]:
            numbers.append(number)
        return numbers

    def rows(self, text):
        found = []
        for position in range(self._text(text)["length"]):
            block = self._text(text)["table"][position // self.size]
            found.append(self.blocks[block][position % self.size])
        return found

    def _smallest_free(self):
        for number in range(len(self.used_by)):
            if self.used_by[number] == 0:
                return number
        raise RuntimeError("every block is in use")

    def append(self, text, row):
        state = self._text(text)
        within = state["length"] % self.size
        if within == 0:
            number = self._smallest_free()
            self.used_by[number] = 1
            self.blocks[number] = [None] * self.size
            state["table"].append(number)
        elif self.used_by[state["table"][-1]] >= 2:
            number = self._smallest_free()
            self.used_by[number] = 1
            old = state["table"][-1]
            self.blocks[number] = [None] * self.size
            for place in range(within):
                self.blocks[number][place] = self.blocks[old][place]
            self.used_by[old] -= 1
            state["table"][-1] = number
        self.blocks[state["table"][-1]][within] = row
        state["length"] += 1

    def fork(self, text, copy, n):
        state = self._text(text)
        if n < 0 or n > state["length"] or self._text(copy)["length"] != 0:
            raise ValueError("cannot fork")
        self.texts[copy] = {"table": [], "length": n}
        for place in range(len(state["table"])):
            if place * self.size < n:
                number = state["table"][place]
                self.texts[copy]["table"].append(number)
                self.used_by[number] += 1

    def truncate(self, text, n):
        state = self._text(text)
        if n < 0 or n > state["length"]:
            raise ValueError("cannot truncate")
        while (len(state["table"]) - 1) * self.size >= n and state["table"]:
            self.used_by[state["table"].pop()] -= 1
        state["length"] = n


class variant_array_of_counts:
    """Count in an array, and keep tables and lengths in dictionaries with defaults."""

    def __init__(self, blocks, size):
        self.size = size
        self.memory = [[None] * size for _ in range(blocks)]
        self.refs = np.zeros(blocks, dtype=int)
        self.tables = defaultdict(list)
        self.lengths = Counter()

    @property
    def free(self):
        return int((self.refs == 0).sum())

    def table(self, text):
        return list(self.tables.get(text, []))

    def rows(self, text):
        blocks = itertools.chain.from_iterable(self.memory[b] for b in self.table(text))
        return list(itertools.islice(blocks, self.lengths[text]))

    def append(self, text, row):
        blocks, at = (self.tables[text], self.lengths[text] % self.size)
        if at == 0 or self.refs[blocks[-1]] > 1:
            if not self.free:
                raise RuntimeError("no free block")
            new = int(np.argmin(self.refs > 0))
            if at:
                old = blocks.pop()
                self.refs[old] -= 1
                self.memory[new][:at] = self.memory[old][:at]
            blocks.append(new)
            self.refs[new] = 1
        self.memory[blocks[-1]][at] = row
        self.lengths[text] += 1

    def fork(self, text, copy, n):
        if not 0 <= n <= self.lengths[text] or self.lengths[copy]:
            raise ValueError("fork")
        self.tables[copy] = self.table(text)[: -(-n // self.size)]
        self.lengths[copy] = n
        for b in self.tables[copy]:
            self.refs[b] += 1

    def truncate(self, text, n):
        if not 0 <= n <= self.lengths[text]:
            raise ValueError("truncate")
        keep = -(-n // self.size)
        for b in self.tables[text][keep:]:
            self.refs[b] -= 1
        del self.tables[text][keep:]
        self.lengths[text] = n
