from collections import deque


class PhysicalTokenBlock:
    def __init__(self, block_number, block_size):
        self.block_number = block_number
        self.block_size = block_size
        self.ref_count = 0
        self.data = [None] * block_size


class BlockAllocator:
    def __init__(self, block_size, num_blocks):
        self.free_blocks = deque(PhysicalTokenBlock(i, block_size) for i in range(num_blocks))

    def allocate(self):
        if not self.free_blocks:
            raise RuntimeError("no free blocks")
        block = self.free_blocks.popleft()
        block.ref_count = 1
        return block

    def free(self, block):
        block.ref_count -= 1
        if block.ref_count == 0:
            self.free_blocks.append(block)


class PagedCache:
    def __init__(self, blocks, size):
        self.block_size = size
        self.gpu_allocator = BlockAllocator(size, blocks)
        self.block_tables = {}
        self.seq_len = {}

    @property
    def free(self):
        return len(self.gpu_allocator.free_blocks)

    def table(self, seq_id):
        return [block.block_number for block in self.block_tables.get(seq_id, [])]

    def rows(self, seq_id):
        table = self.block_tables.get(seq_id, [])
        return [table[i // self.block_size].data[i % self.block_size] for i in range(self.seq_len.get(seq_id, 0))]

    def append(self, seq_id, row):
        table = self.block_tables.setdefault(seq_id, [])
        n = self.seq_len.get(seq_id, 0)
        if n == len(table) * self.block_size:
            table.append(self.gpu_allocator.allocate())
        last_block = table[n // self.block_size]
        if last_block.ref_count > 1:
            # copy on write
            new_block = self.gpu_allocator.allocate()
            new_block.data = list(last_block.data)
            table[n // self.block_size] = new_block
            self.gpu_allocator.free(last_block)
            last_block = new_block
        last_block.data[n % self.block_size] = row
        self.seq_len[seq_id] = n + 1

    def fork(self, parent_seq, child_seq, n):
        src_block_table = self.block_tables.get(parent_seq, [])
        self.block_tables[child_seq] = src_block_table.copy()
        for block in src_block_table:
            block.ref_count += 1
        self.seq_len[child_seq] = n

    def truncate(self, seq_id, n):
        table = self.block_tables.get(seq_id, [])
        num_required_blocks = -(-n // self.block_size)
        while len(table) > num_required_blocks:
            self.gpu_allocator.free(table.pop())
        self.seq_len[seq_id] = n
