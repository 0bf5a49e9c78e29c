class PagedCache:
    def __init__(self, blocks: int, size: int) -> None:
        self.size = size
        self.store = [[] for _ in range(blocks)]
        self.users = [0] * blocks
        self.tables = {}
        self.lengths = {}

    @property
    def free(self) -> int:
        return self.users.count(0)

    def _take(self):
        if 0 not in self.users:
            raise RuntimeError("no block is free")
        block = self.users.index(0)
        self.users[block] = 1
        self.store[block] = [None] * self.size
        return block

    def table(self, text: str) -> list[int]:
        return list(self.tables.get(text, []))

    def rows(self, text: str) -> list:
        result = []
        for block in self.tables.get(text, []):
            result += self.store[block]
        return result[: self.lengths.get(text, 0)]

    def append(self, text: str, row) -> None:
        n = self.lengths.get(text, 0)
        place = n % self.size
        if place == 0:
            block = self._take()
            self.tables.setdefault(text, []).append(block)
        block = self.tables[text][-1]
        self.store[block][place] = row
        self.lengths[text] = n + 1

    def fork(self, text: str, copy: str, n: int) -> None:
        if not 0 <= n <= self.lengths.get(text, 0):
            raise ValueError("n is not a number of rows of the text")
        if self.lengths.get(copy, 0):
            raise ValueError("the copy has rows already")
        whole = n // self.size
        old = self.tables.get(text, [])
        new = []
        for block in old[:whole]:
            self.users[block] += 1
            new.append(block)
        if n % self.size:
            block = self._take()
            self.store[block] = list(self.store[old[whole]])
            new.append(block)
        self.tables[copy] = new
        self.lengths[copy] = n

    def truncate(self, text: str, n: int) -> None:
        if n < 0:
            raise ValueError("n is negative")
        n = min(n, self.lengths.get(text, 0))
        blocks = self.tables.get(text, [])
        needed = (n + self.size - 1) // self.size
        for block in blocks[needed:]:
            self.users[block] -= 1
        self.tables[text] = blocks[:needed]
        self.lengths[text] = n
