class PagedCache:
    def __init__(self, blocks, size):
        self.size = size
        self.memory = [[] for _ in range(blocks)]
        self.tables = {}
        self.available = list(range(blocks))

    @property
    def free(self):
        return len(self.available)

    def table(self, text):
        return list(self.tables.get(text, []))

    def rows(self, text):
        return [row for block in self.table(text) for row in self.memory[block]]

    def append(self, text, row):
        table = self.tables.setdefault(text, [])
        if not table or len(self.memory[table[-1]]) == self.size:
            block = self.available.pop()
            self.memory[block] = []
            table.append(block)
        self.memory[table[-1]].append(row)

    def fork(self, text, copy, n):
        raise NotImplementedError

    def truncate(self, text, n):
        raise NotImplementedError
