from collections import deque


class BlockAllocator:
    def __init__(self, num_blocks):
        self.free_blocks = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks

    def allocate(self):
        if not self.free_blocks:
            raise RuntimeError("Out of memory! No free blocks are available.")
        block = self.free_blocks.popleft()
        self.ref_count[block] = 1
        return block

    def release(self, block):
        self.ref_count[block] -= 1
        if self.ref_count[block] == 0:
            self.free_blocks.append(block)


class PagedCache:
    def __init__(self, blocks, size):
        self.block_size = size
        self.allocator = BlockAllocator(blocks)
        self.memory = [[None] * size for _ in range(blocks)]
        self.block_tables = {}
        self.lengths = {}

    @property
    def free(self):
        return len(self.allocator.free_blocks)

    def table(self, text):
        return self.block_tables.get(text, [])

    def rows(self, text):
        table = self.block_tables.get(text, [])
        return [self.memory[table[i // self.block_size]][i % self.block_size] for i in range(self.lengths.get(text, 0))]

    def append(self, text, row):
        n = self.lengths.get(text, 0)
        offset = n % self.block_size
        table = self.block_tables.get(text, [])
        if offset == 0:
            block = self.allocator.allocate()
            table.append(block)
        else:
            block = table[-1]
            if self.allocator.ref_count[block] > 1:
                # copy on write
                new_block = self.allocator.allocate()
                self.memory[new_block] = list(self.memory[block])
                self.allocator.release(block)
                table[-1] = new_block
                block = new_block
        self.block_tables[text] = table
        self.memory[block][offset] = row
        self.lengths[text] = n + 1

    def fork(self, text, copy, n):
        if n < 0 or n > self.lengths.get(text, 0) or self.lengths.get(copy, 0) > 0:
            raise ValueError("cannot fork")
        src = self.block_tables.get(text, [])[: -(-n // self.block_size)]
        for block in src:
            self.allocator.ref_count[block] += 1
        self.block_tables[copy] = list(src)
        self.lengths[copy] = n

    def truncate(self, text, n):
        if n < 0 or n > self.lengths.get(text, 0):
            raise ValueError("cannot truncate")
        table = self.block_tables.get(text, [])
        keep = -(-n // self.block_size)
        while len(table) > keep:
            self.allocator.release(table.pop())
        self.lengths[text] = n
