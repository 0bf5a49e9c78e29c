"""Wrong versions of the paged cache, as learners write them."""

import math
from collections import defaultdict


class _Paged:
    """Keep blocks, counts, tables and lengths in plain lists and dictionaries."""

    def __init__(self, blocks, size):
        self.size = size
        self.blocks = [[None] * size for _ in range(blocks)]
        self.counts = [0] * blocks
        self.tables = {}
        self.lengths = {}

    @property
    def free(self):
        return len([count for count in self.counts if count == 0])

    def table(self, text):
        return self.tables.get(text, [])[:]

    def rows(self, text):
        found = []
        for position in range(self.lengths.get(text, 0)):
            found.append(self.blocks[self.tables[text][position // self.size]][position % self.size])
        return found

    def take(self):
        for block, count in enumerate(self.counts):
            if count == 0:
                self.counts[block] = 1
                return block
        raise RuntimeError("no free block")

    def drop(self, block):
        self.counts[block] -= 1

    def own_block(self, text):
        """Make the last block of a text its own."""
        last = self.tables[text][-1]
        if self.counts[last] > 1:
            new = self.take()
            self.blocks[new] = self.blocks[last][:]
            self.drop(last)
            self.tables[text][-1] = new

    def append(self, text, row):
        n = self.lengths.get(text, 0)
        if n % self.size == 0:
            block = self.take()
            self.tables.setdefault(text, []).append(block)
        else:
            self.own_block(text)
        self.blocks[self.tables[text][-1]][n % self.size] = row
        self.lengths[text] = n + 1

    def needed(self, n):
        return math.ceil(n / self.size)

    def check(self, text, n):
        if n < 0 or n > self.lengths.get(text, 0):
            raise ValueError(n)

    def fork(self, text, copy, n):
        self.check(text, n)
        if self.lengths.get(copy, 0):
            raise ValueError(copy)
        self.tables[copy] = self.table(text)[: self.needed(n)]
        for block in self.tables[copy]:
            self.counts[block] += 1
        self.lengths[copy] = n

    def truncate(self, text, n):
        self.check(text, n)
        table = self.tables.setdefault(text, [])
        while len(table) > self.needed(n):
            self.drop(table.pop())
        self.lengths[text] = n


class no_copy_on_write(_Paged):
    """Writes into the last block, whoever else has it.

    makes: shared_block_written
    """

    def own_block(self, text):
        pass


class keeps_the_old_count(_Paged):
    """Exchanges the number in the table, and forgets that the old block has one text fewer.

    makes: block_copied_and_not_left
    """

    def own_block(self, text):
        last = self.tables[text][-1]
        if self.counts[last] > 1:
            self.tables[text][-1] = self.take()
            for place, row in enumerate(self.blocks[last]):
                self.blocks[self.tables[text][-1]][place] = row


class alias_of_a_block(_Paged):
    """Assigns the list of the old block instead of copying it.

    makes: copy_is_the_same_list
    """

    def own_block(self, text):
        last = self.tables[text][-1]
        if self.counts[last] > 1:
            new = self.take()
            self.blocks[new] = self.blocks[last]
            self.counts[last] -= 1
            self.tables[text][-1] = new


class makes_the_text_its_own(_Paged):
    """Copies every shared block of the text before it writes.

    makes: whole_text_copied
    """

    def append(self, text, row):
        for place, block in enumerate(self.table(text)):
            if self.counts[block] > 1:
                new = self.take()
                self.blocks[new] = list(self.blocks[block])
                self.counts[block] -= 1
                self.tables[text][place] = new
        super().append(text, row)


class deep_fork(_Paged):
    """Appends the rows to the new text one by one.

    makes: fork_copies_the_rows
    """

    def fork(self, text, copy, n):
        self.check(text, n)
        if self.rows(copy):
            raise ValueError("copy")
        for row in self.rows(text)[:n]:
            self.append(copy, row)


class uncounted_fork(_Paged):
    """Copies the table and counts nothing.

    makes: fork_does_not_count
    """

    def fork(self, text, copy, n):
        self.check(text, n)
        if self.lengths.get(copy, 0):
            raise ValueError(copy)
        self.tables[copy] = [block for place, block in enumerate(self.table(text)) if place * self.size < n]
        self.lengths[copy] = n


class one_list_for_two(_Paged):
    """Assigns the list of the text to the copy.

    makes: fork_gives_the_same_table
    """

    def fork(self, text, copy, n):
        self.check(text, n)
        if self.lengths.get(copy):
            raise ValueError("not empty")
        self.tables[copy] = self.tables.setdefault(text, [])
        for block in self.tables[copy]:
            self.counts[block] += 1
        self.lengths[copy] = n


class frees_at_once(_Paged):
    """Sets the count of a block that leaves a table to 0.

    makes: cut_block_freed_for_all
    """

    def truncate(self, text, n):
        self.check(text, n)
        for block in self.table(text)[self.needed(n) :]:
            self.counts[block] = 0
        self.tables[text] = self.table(text)[: self.needed(n)]
        self.lengths[text] = n


class only_the_length(_Paged):
    """Cuts table and length, and gives no block back.

    makes: blocks_never_given_back
    """

    def truncate(self, text, n):
        self.check(text, n)
        self.tables[text] = self.table(text)[: self.needed(n)]
        self.lengths[text] = n


class pops_the_last_number(_Paged):
    """Takes the largest free number.

    makes: largest_number_first
    """

    def take(self):
        free = [block for block, count in enumerate(self.counts) if not count]
        if not free:
            raise RuntimeError("full")
        block = free.pop()
        self.counts[block] = 1
        return block


class numbers_as_in_a_queue(_Paged):
    """Puts a freed number at the end of the list of free ones, and takes from its front.

    makes: longest_free_first
    """

    def __init__(self, blocks, size):
        super().__init__(blocks, size)
        self.waiting = list(range(blocks))

    def take(self):
        if self.waiting == []:
            raise RuntimeError
        block, *self.waiting = self.waiting
        self.counts[block] += 1
        return block

    def drop(self, block):
        self.counts[block] -= 1
        if self.counts[block] == 0:
            self.waiting.append(block)


class next_of_the_list(_Paged):
    """Raises what `next` or an index raises.

    makes: index_error_when_full
    """

    def take(self):
        block = [number for number, count in enumerate(self.counts) if count == 0][0]
        self.counts[block] = 1
        return block


class cut_rounds_down(_Paged):
    """Needs n // size blocks, so a partly filled one is lost.

    makes: nothing listed
    """

    def truncate(self, text, n):
        self.check(text, n)
        rows = self.rows(text)[:n]
        table = self.tables.setdefault(text, [])
        while len(table) > n // self.size:
            self.drop(table.pop())
        self.lengths[text] = len(rows) - n % self.size


class one_block_too_many(_Paged):
    """Keeps n // size + 1 blocks.

    makes: empty_last_block_kept
    """

    def truncate(self, text, n):
        self.check(text, n)
        table = self.tables.setdefault(text, [])
        while len(table) > n // self.size + 1:
            self.drop(table.pop())
        self.lengths[text] = n


class copies_an_empty_block(_Paged):
    """Takes a block of its own, and copies no rows into it.

    makes: nothing listed
    """

    def own_block(self, text):
        last = self.tables[text][-1]
        if self.counts[last] > 1:
            new = self.take()
            self.blocks[new] = [None] * self.size
            self.drop(last)
            self.tables[text][-1] = new


class newest_row_first(_Paged):
    """Returns the rows from the end.

    makes: nothing listed
    """

    def rows(self, text):
        return super().rows(text)[::-1]


class returns_numbers_of_all_texts(_Paged):
    """Returns a dictionary of tables.

    makes: nothing listed
    """

    def table(self, text):
        return self.tables.setdefault(text, [])[:]

    @property
    def free(self):
        return [block for block, count in enumerate(self.counts) if count == 0]


class empties_the_text_it_forks(_Paged):
    """Moves the blocks to the copy.

    makes: nothing listed
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        if text != copy:
            super().truncate(text, 0)


class raises_value_error_when_full(_Paged):
    """Raises ValueError for everything.

    makes: nothing listed
    """

    def take(self):
        if 0 not in self.counts:
            raise ValueError("no block")
        return super().take()


class forks_of_n_excluded(_Paged):
    """Refuses to fork the whole text.

    makes: nothing listed
    """

    def fork(self, text, copy, n):
        if n and n >= self.lengths.get(text, 0):
            raise ValueError("n")
        super().fork(text, copy, n)


class numbered_from_one(_Paged):
    """Numbers the blocks from 1.

    makes: nothing listed
    """

    def table(self, text):
        return [block + 1 for block in super().table(text)]

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        self.tables[copy] = [block - 1 for block in self.tables[copy]]


class free_rows(_Paged):
    """Counts free rows instead of free blocks.

    makes: nothing listed
    """

    @property
    def free(self):
        return self.counts.count(0) * self.size


class rows_of_the_last_block(_Paged):
    """Returns the rows of the last block only.

    makes: nothing listed
    """

    def rows(self, text):
        n = self.lengths.get(text, 0)
        return super().rows(text)[(n - 1) // self.size * self.size :]


class copies_at_the_fork(_Paged):
    """Gives the copy a last block of its own at once, if it is only partly used.

    makes: partial_block_copied_at_fork
    """

    def fork(self, text, copy, n):
        super().fork(text, copy, n)
        if n % self.size != 0:
            self.own_block(copy)


class copies_at_the_cut(_Paged):
    """Copies a shared block that the cut goes through.

    makes: shared_block_copied_when_cut
    """

    def truncate(self, text, n):
        super().truncate(text, n)
        if n % self.size != 0 and self.free:
            self.own_block(text)


class leaves_before_it_takes(_Paged):
    """Lowers the count of the shared block, then looks for a free one.

    makes: count_lowered_before_it_fails
    """

    def own_block(self, text):
        last = self.tables[text][-1]
        if self.counts[last] > 1:
            self.drop(last)
            new = self.take()
            self.blocks[new] = self.blocks[last][:]
            self.tables[text][-1] = new


class knows_the_name(_Paged):
    """Refuses a name that was used before.

    makes: emptied_name_refused
    """

    def fork(self, text, copy, n):
        self.check(text, n)
        if copy in self.lengths:
            raise ValueError(copy)
        super().fork(text, copy, n)


class writes_the_table_first(_Paged):
    """Puts blocks into the table of the copy before it refuses.

    makes: fork_writes_before_it_refuses
    """

    def fork(self, text, copy, n):
        if not self.lengths.get(copy, 0):
            self.tables[copy] = self.table(text)[: max(0, self.needed(n))]
        super().fork(text, copy, n)


class none_is_no_row(_Paged):
    """Takes None for an empty place.

    makes: nothing listed
    """

    def rows(self, text):
        return [row for row in super().rows(text) if row is not None]


class _Pages:
    def __init__(self, blocks, size):
        self.size = size
        self.pages = [[] for _ in range(blocks)]
        self.count = [0] * blocks
        self.tables = defaultdict(list)
        self.lengths = defaultdict(int)

    @property
    def free(self):
        return self.count.count(0)

    def _take(self):
        if 0 not in self.count:
            raise RuntimeError("full")
        number = self._pick()
        self.count[number] = 1
        return number

    def _pick(self):
        return self.count.index(0)

    def table(self, text):
        return list(self.tables.get(text, []))

    def rows(self, text):
        found = []
        for number in self.tables.get(text, []):
            found += self.pages[number]
        return found[: self.lengths.get(text, 0)]

    def append(self, text, row):
        table, (place, within) = self.tables[text], divmod(self.lengths[text], self.size)
        if within == 0:
            number = self._take()
            self.pages[number] = []
            table.append(number)
        elif self.count[table[place]] > 1:
            number = self._take()
            self.pages[number] = self.pages[table[place]][:within]
            self.count[table[place]] -= 1
            table[place] = number
        del self.pages[table[place]][within:]
        self.pages[table[place]].append(row)
        self.lengths[text] += 1

    def fork(self, text, copy, n):
        if not 0 <= n <= self.lengths.get(text, 0) or self.lengths.get(copy, 0):
            raise ValueError("n")
        self.tables[copy] = self.table(text)[: self._needed(n)]
        self.lengths[copy] = n
        for number in self.tables[copy]:
            self.count[number] += 1

    def truncate(self, text, n):
        if not 0 <= n <= self.lengths.get(text, 0):
            raise ValueError("n")
        keep = self._needed(n)
        for number in self.table(text)[keep:]:
            self.count[number] -= 1
        if text in self.tables:
            del self.tables[text][keep:]
            self.lengths[text] = n

    def _needed(self, n):
        return -(-n // self.size)


class LastFreeFirst(_Pages):
    """Takes the free block with the largest number.

    makes: largest_number_first
    """

    def _pick(self):
        return max(number for number, count in enumerate(self.count) if count == 0)


class CopiesTheWholeText(_Pages):
    """Copies all shared blocks of a text before it writes, not only the one that it writes to.

    makes: whole_text_copied
    """

    def append(self, text, row):
        table = self.tables[text]
        if self.lengths[text] % self.size:
            for place, number in enumerate(table):
                if self.count[number] > 1:
                    new = self._take()
                    self.pages[new] = list(self.pages[number])
                    self.count[number] -= 1
                    table[place] = new
        super().append(text, row)


class WritesIfFull(_Pages):
    """Writes into the shared block if no block is free for a copy.

    makes: nothing listed
    """

    def append(self, text, row):
        table, (place, within) = self.tables[text], divmod(self.lengths[text], self.size)
        if within and self.count[table[place]] > 1 and not self.free:
            del self.pages[table[place]][within:]
            self.pages[table[place]].append(row)
            self.lengths[text] += 1
        else:
            super().append(text, row)


class OneBlockMore(_Pages):
    """Keeps n // size + 1 blocks when a text is cut back.

    makes: empty_last_block_kept
    """

    def truncate(self, text, n):
        if not 0 <= n <= self.lengths.get(text, 0):
            raise ValueError("n")
        keep = n // self.size + 1
        for number in self.table(text)[keep:]:
            self.count[number] -= 1
        self.tables[text] = self.table(text)[:keep]
        self.lengths[text] = n


class OldestMakesRoom(_Pages):
    """Drops the first text that was begun when no block is free.

    makes: nothing listed
    """

    def append(self, text, row):
        if self.lengths[text] % self.size == 0 and not self.free:
            for other in list(self.tables):
                if other != text and self.lengths[other]:
                    self.truncate(other, 0)
                    break
        super().append(text, row)


class CountsRows(_Pages):
    """Counts the rows that still fit into free blocks.

    makes: nothing listed
    """

    @property
    def free(self):
        return self.count.count(0) * self.size
