"""Typical wrong versions of the paged cache."""

from .paged_cache import PagedCache as _Paged


class shared_block_written(_Paged):
    """A row is written into the last block even if another text shares it.

    The other text may write its next row to the same place, and then one of the two has lost its row. Fork a text whose
    last block is half full, append to both, and read both.
    """

    def append(self, text, row):
        table, length = self.table(text), self._lengths.get(text, 0)
        place, within = divmod(length, self._size)
        if within == 0:
            table.append(self._take())
        self._blocks[table[place]][within] = row
        self._tables[text], self._lengths[text] = table, length + 1


class block_copied_and_not_left(_Paged):
    """After copy on write the old block still counts the text that has left it.

    Its count never falls to 0, so it is never free again, and the last text that uses it copies it for nothing. Which
    two counts change when a text exchanges one block for another?
    """

    def append(self, text, row):
        before = self.table(text)
        super().append(text, row)
        for old, new in zip(before, self.table(text), strict=False):
            if old != new:
                self._users[old] += 1


class copy_is_the_same_list(_Paged):
    """The new block gets the very list of the old one, so both are one block under two numbers.

    Assigning a list copies its name only. The table looks right, and a row that one text appends still appears in
    the other.
    """

    def append(self, text, row):
        before = self.table(text)
        super().append(text, row)
        for old, new in zip(before, self.table(text), strict=False):
            if old != new:
                within = (self._lengths[text] - 1) % self._size
                self._blocks[old][within] = row
                self._blocks[new] = self._blocks[old]


class whole_text_copied(_Paged):
    """At the first row of its own a text copies all the blocks that it shares, not only the one that it writes to.

    Full blocks are never written again, so they can stay shared forever. Count the free blocks after one append.
    """

    def append(self, text, row):
        super().append(text, row)
        for place, block in enumerate(self._tables[text]):
            if self._users[block] > 1:
                new = self._take()
                self._blocks[new] = list(self._blocks[block])
                self._users[block] -= 1
                self._tables[text][place] = new


class whole_text_copied__before_writing(_Paged):
    """As above, before the row is written."""

    def append(self, text, row):
        for place, block in enumerate(self.table(text)):
            if self._users[block] > 1:
                new = self._take()
                self._blocks[new] = list(self._blocks[block])
                self._users[block] -= 1
                self._tables[text][place] = new
        super().append(text, row)


class whole_text_copied__but_not_for_a_new_block(whole_text_copied__before_writing):
    """As above, if the row falls into a block that is there already."""

    def append(self, text, row):
        if self._lengths.get(text, 0) % self._size:
            super().append(text, row)
        else:
            _Paged.append(self, text, row)


class full_block_copied(_Paged):
    """A shared last block is copied even if it is full and the row goes to a new block.

    Nothing is written to a full block, so nobody needs a copy of it. In which block does the new row lie?
    """

    def append(self, text, row):
        table = self.table(text)
        if table and self._users[table[-1]] > 1 and self._lengths[text] % self._size == 0:
            new = self._take()
            self._blocks[new] = list(self._blocks[table[-1]])
            self._users[table[-1]] -= 1
            self._tables[text][-1] = new
        super().append(text, row)


class once_shared_always_copied(_Paged):
    """A block that was shared once is copied even when the text is the only one that is left.

    Perhaps sharing is a mark that is set and never taken away. A count can fall again: when it is 1, the text may
    write into the block.
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, size)
        self._marked = set()

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        self._marked |= set(self._tables[copy])

    def append(self, text, row):
        table, length = self.table(text), self._lengths.get(text, 0)
        if length % self._size and table[-1] in self._marked and self._users[table[-1]] == 1:
            new = self._take()
            self._blocks[new] = list(self._blocks[table[-1]])
            self._users[table[-1]] = 0
            self._marked.discard(table[-1])
            self._tables[text][-1] = new
        super().append(text, row)


class fork_copies_the_rows(_Paged):
    """`fork` copies the rows into new blocks.

    Both texts then read the right rows, but the beginning is stored twice, which is just what sharing avoids. Look at
    the number of free blocks before and after.
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        stored = self.rows(copy)
        for block in self._tables[copy]:
            self._users[block] -= 1
        self._tables[copy], self._lengths[copy] = [], 0
        for row in stored:
            self.append(copy, row)


class fork_does_not_count(_Paged):
    """`fork` puts the blocks into a second table and leaves their counts as they were.

    Then the count says that one text uses them: the cache writes without copying, and frees them when the first text
    is cut. Every table that a block is in counts.
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        for block in self._tables[copy]:
            self._users[block] -= 1


class fork_takes_the_whole_table(_Paged):
    """`fork` shares all blocks of the text, also those that none of the n rows lies in.

    The copy then holds on to blocks that it never reads, and its next row goes astray. How many blocks do n rows
    need?
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        for block in self._tables[text][len(self._tables[copy]) :]:
            self._users[block] += 1
        self._tables[copy] = self.table(text)


class fork_gives_the_same_table(_Paged):
    """`fork` gives the copy the table of the text itself, one list under two names.

    When one of them takes a block of its own, the number changes for both. Each text needs a list of its own.
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        for block in self._tables[copy]:
            self._users[block] -= 1
        self._tables[copy] = self._tables.setdefault(text, [])
        for block in self._tables[copy]:
            self._users[block] += 1

    def append(self, text, row):
        old = self._tables.get(text)
        super().append(text, row)
        if old is not None:
            old[:] = self._tables[text]
            self._tables[text] = old

    def truncate(self, text, n):
        old = self._tables.get(text)
        super().truncate(text, n)
        if old is not None:
            old[:] = self._tables[text]
            self._tables[text] = old


class fork_gives_the_same_table__and_writes_to_its_end(fork_gives_the_same_table):
    """A row goes into the last block of the table, which may have become longer under the other name."""

    def append(self, text, row):
        table, length = self._tables.setdefault(text, []), self._lengths.get(text, 0)
        if length % self._size == 0:
            table.append(self._take())
        elif self._users[table[-1]] > 1:
            shared, table[-1] = table[-1], self._take()
            self._blocks[table[-1]] = list(self._blocks[shared])
            self._users[shared] -= 1
        self._blocks[table[-1]][length % self._size] = row
        self._lengths[text] = length + 1

    def truncate(self, text, n):
        if not 0 <= n <= self._lengths.get(text, 0):
            raise ValueError(n)
        table = self._tables.setdefault(text, [])
        while len(table) > self._needed(n):
            self._users[table.pop()] -= 1
        self._lengths[text] = n


class own_table_handed_out(_Paged):
    """`table` returns the list that the cache works with, so a caller who changes it changes the cache.

    A list is passed on without being copied. `list(...)` or a slice makes a copy.
    """

    def table(self, text):
        return self._tables.setdefault(text, [])


class fork_shares_full_blocks_only(_Paged):
    """`fork` shares the full blocks, and the rows after them are missing.

    Some engines do share full blocks only, and compute the rest again. Here the copy begins with all n rows: round the
    number of blocks up.
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        if n % self._size:
            self._users[self._tables[copy].pop()] -= 1
        self._lengths[copy] = n - n % self._size


class length_of_the_blocks(_Paged):
    """`rows` returns everything that the blocks of a text hold, not only the rows that belong to it.

    A block may hold old rows, or those of a text that it is shared with. Keep the length of each text and stop there.
    """

    def rows(self, text):
        stored = [row for block in self.table(text) for row in self._blocks[block]]
        return [row for row in stored if row is not None]


class cut_block_freed_for_all(_Paged):
    """`truncate` frees a block even though another text still uses it.

    The next text that needs a block gets this one and overwrites rows that another text reads. A block is free when
    its count is 0.
    """

    def truncate(self, text, n):
        before = self.table(text)
        super().truncate(text, n)
        for block in before[len(self._tables[text]) :]:
            self._users[block] = 0


class blocks_never_given_back(_Paged):
    """`truncate` leaves the counts of blocks as they are, so no block ever becomes free.

    The memory fills up though no text uses it. Lower the count of each block that leaves a table.
    """

    def truncate(self, text, n):
        before = self.table(text)
        super().truncate(text, n)
        for block in before[len(self._tables[text]) :]:
            self._users[block] += 1


class freed_block_not_used_again(_Paged):
    """A new block always has a number that was never used, so blocks that were given back are lost.

    A counter that only goes up runs out of numbers. Look for a block whose count is 0.
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, size)
        self._next = 0

    def _take(self):
        if self._next == len(self._users):
            raise RuntimeError("no block is free")
        self._next += 1
        self._users[self._next - 1] = 1
        return self._next - 1


class last_freed_first(_Paged):
    """A new block is the one that was given back last, as with a stack.

    That is fast, and the rows come out right. The rules ask for the free block with the smallest number, so that
    tables can be compared.
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, size)
        self._stack = list(range(blocks))[::-1]

    def _take(self):
        for block in range(len(self._users)):
            if not self._users[block] and block not in self._stack:
                self._stack.append(block)
        self._stack = [block for block in self._stack if not self._users[block]]
        if not self._stack:
            raise RuntimeError("no block is free")
        block = self._stack.pop()
        self._users[block] = 1
        return block

    def truncate(self, text, n):
        before = self.table(text)
        super().truncate(text, n)
        freed = [block for block in before if not self._users[block]]
        self._stack = [block for block in self._stack if block not in freed] + freed


class longest_free_first(_Paged):
    """A new block is the one that has been free for the longest time, as in a queue.

    Real engines do that, so that rows which might be wanted again live longer. Here the rules ask for the free block
    with the smallest number.
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, size)
        self._queue = list(range(blocks))

    def _take(self):
        if not self._queue:
            raise RuntimeError("no block is free")
        block = self._queue.pop(0)
        self._users[block] = 1
        return block

    def truncate(self, text, n):
        before = self.table(text)
        super().truncate(text, n)
        self._queue += [block for block in before if not self._users[block]]


class largest_number_first(_Paged):
    """A new block is the free one with the largest number.

    Perhaps the free numbers are a list, and `pop` takes its end. The rules ask for the smallest.
    """

    def _take(self):
        if not self.free:
            raise RuntimeError("no block is free")
        block = max(each for each, users in enumerate(self._users) if not users)
        self._users[block] = 1
        return block


class a_block_for_each_row(_Paged):
    """Every row takes a block of its own.

    A block has room for `size` rows. A new one is needed only when the last one is full.
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, 1)


class block_taken_in_advance(_Paged):
    """A new block is taken as soon as the last one is full, before there is a row for it.

    The block stays empty until the next row comes, if it ever comes. Take it when it is needed.
    """

    def append(self, text, row):
        spare = self._lengths.get(text, 0) and self._lengths[text] % self._size == 0
        if spare:
            self._users[self._tables[text].pop()] -= 1
        super().append(text, row)
        if self._lengths[text] % self._size == 0:
            self._tables[text].append(self._take())


class index_error_when_full(_Paged):
    """If no block is free, an IndexError is raised, as from an empty list.

    It is right to refuse. The rules ask for `RuntimeError`, so that a caller knows what to catch.
    """

    def append(self, text, row):
        try:
            super().append(text, row)
        except RuntimeError:
            raise IndexError("pop from empty list") from None


class length_counted_before_it_fails(_Paged):
    """If no block is free, the text has grown by one row when the error comes.

    A caller that waits and tries again finds a hole in its text. Take the block first, then change the rest.
    """

    def append(self, text, row):
        try:
            super().append(text, row)
        except RuntimeError:
            self._lengths[text] = self._lengths.get(text, 0) + 1
            raise


class fork_accepts_any_n(_Paged):
    """`fork` accepts an n that the text does not have, as a slice does.

    The caller believes that the copy has rows which the text never had. The rules want `ValueError` for an n below 0 or
    beyond the length.
    """

    def fork(self, text, copy, n):
        length = self._lengths.get(text, 0)
        if self._lengths.get(copy, 0):
            raise ValueError(copy)
        super().fork(text, copy, min(n, length) if n >= 0 else max(0, length + n))


class fork_over_a_text(_Paged):
    """`fork` replaces a text that has rows already.

    Its blocks stay counted, and no table leads to them any more. The rules want `ValueError`.
    """

    def fork(self, text, copy, n):
        if 0 <= n <= self._lengths.get(text, 0):
            self._lengths.pop(copy, None)
        super().fork(text, copy, n)


class fork_writes_before_it_refuses(_Paged):
    """`fork` gives the copy its blocks first and refuses afterwards.

    After the error the copy has a table, though it has no rows. Look at everything that can be wrong before you change
    anything.
    """

    def fork(self, text, copy, n):
        if not self._lengths.get(copy, 0):
            self._tables[copy] = self.table(text)[: max(0, self._needed(n))]
        super().fork(text, copy, n)


class truncate_accepts_any_n(_Paged):
    """`truncate` accepts every n, as a slice does.

    A slice with −1 quietly drops the last row, and one with too large a number does nothing. Both hide an error of the
    caller. The rules want `ValueError`.
    """

    def truncate(self, text, n):
        length = self._lengths.get(text, 0)
        super().truncate(text, min(n, length) if n >= 0 else max(0, length + n))


class a_new_name_fails(_Paged):
    """A name that was not used yet raises KeyError.

    The rules say that it is a text without rows. `dict.get` has a value for names that are missing.
    """

    def table(self, text):
        return list(self._tables[text])

    def append(self, text, row):
        self._tables.setdefault(text, [])
        super().append(text, row)


class used_blocks_counted(_Paged):
    """`free` is the number of blocks in use.

    An empty cache then has 0 of them, and a full one all. Count the blocks whose count is 0.
    """

    @property
    def free(self):
        return len(self._users) - self._users.count(0)

    def _take(self):
        if 0 not in self._users:
            raise RuntimeError("no block is free")
        block = self._users.index(0)
        self._users[block] = 1
        return block


class partial_block_copied_at_fork(_Paged):
    """`fork` copies the last block at once if it is only partly used.

    Both texts may never write into it, and then the copy was for nothing. Only `append` knows that a row comes.
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        if n % self._size:
            shared, own = self._tables[copy][-1], self._take()
            self._blocks[own] = list(self._blocks[shared])
            self._users[shared] -= 1
            self._tables[copy][-1] = own


class shared_block_copied_when_cut(_Paged):
    """`truncate` copies the last block if the cut goes through it and another text uses it.

    A cut writes nothing. The text can share the block until a row of its own falls into it, and may never need one.
    """

    def truncate(self, text, n):
        super().truncate(text, n)
        last = self._tables[text][-1] if n % self._size else 0
        if n % self._size and self._users[last] > 1 and self.free:
            own = self._take()
            self._blocks[own] = list(self._blocks[last])
            self._users[last] -= 1
            self._tables[text][-1] = own


class count_lowered_before_it_fails(_Paged):
    """If no block is free for the copy, the shared block has already lost one from its count when the error comes.

    Its count then stays too small: the block becomes free while a text still uses it. Take the free block first.
    """

    def append(self, text, row):
        try:
            super().append(text, row)
        except RuntimeError:
            if self._lengths.get(text, 0) % self._size:
                self._users[self._tables[text][-1]] -= 1
            raise


class emptied_name_refused(_Paged):
    """`fork` refuses a name that it knows, even if that text has no rows any more.

    A text that was cut back to 0 rows is like one that has not begun. Ask for its length, not for its name.
    """

    def fork(self, text, copy, n):
        if copy in self._tables:
            raise ValueError(copy)
        super().fork(text, copy, n)


class empty_last_block_kept(_Paged):
    """If the cut is at the end of a block, `truncate` keeps the next block, too.

    None of the remaining rows lies in it. With 2 rows to a block, how many blocks do 2 rows need?
    """

    def truncate(self, text, n):
        before = self.table(text)
        super().truncate(text, n)
        needed = n // self._size + 1
        for block in before[len(self._tables[text]) : needed]:
            self._users[block] += 1
        self._tables[text] = before[:needed]
