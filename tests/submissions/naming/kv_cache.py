"""Wrong versions of the KV cache, as learners write them."""
import numpy as np


class _Lists:
    """Keep a list of rows for each layer: a key and a value for each position."""

    def __init__(self, layers, heads, d_head):
        self.shape = (heads, 0, d_head)
        self.rows = [[] for _ in range(layers)]

    @property
    def length(self):
        return min(len(rows) for rows in self.rows)

    def append(self, layer, k, v):
        for t in range(k.shape[1]):
            self.rows[layer].append((k[:, t].copy(), v[:, t].copy()))

    def get(self, layer):
        rows = self.rows[layer]
        if not rows:
            return np.zeros(self.shape), np.zeros(self.shape)
        return np.stack([k for k, _ in rows], axis=1), np.stack([v for _, v in rows], axis=1)

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        for rows in self.rows:
            del rows[n:]


class multiplied_list(_Lists):
    """Makes its lists with [[]] * layers.

    makes: one_store_for_all_layers
    """

    def __init__(self, layers, heads, d_head):
        super().__init__(layers, heads, d_head)
        self.rows = [[]] * layers


class inserted_in_front(_Lists):
    """Inserts each piece at the front.

    makes: newest_first
    """

    def append(self, layer, k, v):
        new = [(k[:, t].copy(), v[:, t].copy()) for t in range(k.shape[1])]
        self.rows[layer][:0] = new


class last_piece_only(_Lists):
    """Replaces the rows.

    makes: overwrites
    """

    def append(self, layer, k, v):
        self.rows[layer] = [(k[:, t].copy(), v[:, t].copy()) for t in range(k.shape[1])]


class stack_of_nothing(_Lists):
    """Stacks an empty list.

    makes: empty_layer_cannot_be_read
    """

    def get(self, layer):
        rows = self.rows[layer]
        return np.stack([k for k, _ in rows], axis=1), np.stack([v for _, v in rows], axis=1)


class all_rows_counted(_Lists):
    """Adds up the rows of all layers.

    makes: length_summed_over_layers
    """

    @property
    def length(self):
        n = 0
        for rows in self.rows:
            n += len(rows)
        return n


class first_layer_counts(_Lists):
    """Asks the first layer for the length.

    makes: length_of_layer_0
    """

    length = property(lambda self: len(self.rows[0]))


class takes_n_away(_Lists):
    """Removes n positions.

    makes: truncate_removes_n
    """

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        keep = self.length - n
        self.rows = [rows[:keep] for rows in self.rows]


class slices_any_n(_Lists):
    """Slices without a test.

    makes: truncate_accepts_any_n
    """

    def truncate(self, n):
        self.rows = [rows[:n] for rows in self.rows]


class keeps_the_newest(_Lists):
    """Keeps the last n.

    makes: truncate_drops_the_oldest
    """

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        self.rows = [rows[len(rows) - n :] for rows in self.rows]


class below_the_length(_Lists):
    """Refuses n >= length.

    makes: truncate_refuses_the_length_itself
    """

    def truncate(self, n):
        if n not in range(self.length):
            raise ValueError("n")
        super().truncate(n)


class longest_layer(_Lists):
    """Gives the length of the longest layer, which is always layer 0.

    makes: length_of_layer_0
    """

    @property
    def length(self):
        return max(len(rows) for rows in self.rows)


class last_layer_not_cut(_Lists):
    """Does not cut the last layer.

    makes: nothing listed
    """

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        for rows in self.rows[:-1]:
            del rows[n:]


class one_too_many_cut(_Lists):
    """Cuts one position too many.

    makes: nothing listed
    """

    def truncate(self, n):
        super().truncate(n)
        for rows in self.rows:
            del rows[max(n - 1, 0) :]


class heads_last(_Lists):
    """Gives the axes in another order.

    makes: nothing listed
    """

    def get(self, layer):
        keys, values = super().get(layer)
        return keys.transpose(1, 0, 2), values.transpose(1, 0, 2)


class first_row_of_a_piece(_Lists):
    """Keeps only the first row of each piece.

    makes: nothing listed
    """

    def append(self, layer, k, v):
        super().append(layer, k[:, :1], v[:, :1])


class last_row_of_a_piece(_Lists):
    """Keeps only the last row of each piece.

    makes: nothing listed
    """

    def append(self, layer, k, v):
        super().append(layer, k[:, -1:], v[:, -1:])


class pieces_reversed(_Lists):
    """Stores the rows of a piece in reverse.

    makes: nothing listed
    """

    def append(self, layer, k, v):
        super().append(layer, k[:, ::-1], v[:, ::-1])


class get_drops_the_newest(_Lists):
    """Leaves the newest position out when it is read.

    makes: nothing listed
    """

    def get(self, layer):
        keys, values = super().get(layer)
        return keys[:, :-1], values[:, :-1]


class keys_as_values(_Lists):
    """Gives the values twice.

    makes: nothing listed
    """

    def get(self, layer):
        _, values = super().get(layer)
        return values, values


class returns_a_list(_Lists):
    """Gives the rows as a list of pairs.

    makes: nothing listed
    """

    def get(self, layer):
        return list(self.rows[layer])


class wrong_layer(_Lists):
    """Counts the layers from 1.

    makes: nothing listed
    """

    def append(self, layer, k, v):
        super().append(layer - 1, k, v)


class pieces_counted(_Lists):
    """Counts how often something was appended to the first layer, and cuts the count.

    makes: length_counts_appends
    """

    def __init__(self, layers, heads, d_head):
        super().__init__(layers, heads, d_head)
        self.appended = [0] * layers

    @property
    def length(self):
        return min(self.appended)

    def append(self, layer, k, v):
        super().append(layer, k, v)
        self.appended[layer] += 1

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        for rows in self.rows:
            del rows[n:]
        self.appended = [min(n, each) for each in self.appended]


class fixed_room(_Lists):
    """Has room for 100 positions.

    makes: room_runs_out
    """

    def append(self, layer, k, v):
        if len(self.rows[layer]) + k.shape[1] > 100:
            raise ValueError("the cache is full")
        super().append(layer, k, v)
