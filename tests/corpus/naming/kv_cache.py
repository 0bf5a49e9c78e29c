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


class pieces_put_aside:
    """Puts the arrays aside as they come, and joins them in get.

    makes: callers_arrays_kept
    """

    def __init__(self, layers, heads, d_head):
        empty = np.zeros((heads, 0, d_head))
        self.k = [[empty] for _ in range(layers)]
        self.v = [[empty] for _ in range(layers)]

    def append(self, layer, k, v):
        self.k[layer].append(k)
        self.v[layer].append(v)

    def get(self, layer):
        return np.concatenate(self.k[layer], axis=1), np.concatenate(self.v[layer], axis=1)

    @property
    def length(self):
        return min(sum(a.shape[1] for a in parts) for parts in self.k)

    def truncate(self, n):
        if not 0 <= n <= self.length:
            raise ValueError("n out of range")
        for layer in range(len(self.k)):
            keys, values = self.get(layer)
            self.k[layer], self.v[layer] = [keys[:, :n]], [values[:, :n]]


class takes_off_the_difference:
    """Takes as many rows off each layer as the length has too many.

    makes: truncate_leaves_an_unfinished_step
    """

    def __init__(self, layers, heads, d_head):
        self.keys = [np.empty((heads, 0, d_head)) for _ in range(layers)]
        self.values = [np.empty((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return min(k.shape[1] for k in self.keys)

    def append(self, layer, k, v):
        self.keys[layer] = np.hstack([self.keys[layer], k])
        self.values[layer] = np.hstack([self.values[layer], v])

    def get(self, layer):
        return self.keys[layer], self.values[layer]

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError(f"{n}")
        surplus = self.length - n
        for store in (self.keys, self.values):
            for layer, rows in enumerate(store):
                store[layer] = rows[:, : rows.shape[1] - surplus]


class values_lost_in_growth:
    """Copies the keys when it makes more room, and forgets the values.

    makes: nothing listed
    """

    def __init__(self, layers, heads, d_head):
        self.room = 4
        self.k = np.zeros((layers, heads, self.room, d_head))
        self.v = np.zeros((layers, heads, self.room, d_head))
        self.n = [0] * layers

    @property
    def length(self):
        return min(self.n)

    def append(self, layer, k, v):
        n = self.n[layer] + k.shape[1]
        while n > self.room:
            self.room *= 2
            bigger = np.zeros((*self.k.shape[:2], self.room, self.k.shape[3]))
            bigger[:, :, : self.k.shape[2]] = self.k
            self.k, self.v = bigger, np.zeros(bigger.shape)
        self.k[layer, :, self.n[layer] : n] = k
        self.v[layer, :, self.n[layer] : n] = v
        self.n[layer] = n

    def get(self, layer):
        return self.k[layer, :, : self.n[layer]].copy(), self.v[layer, :, : self.n[layer]].copy()

    def truncate(self, n):
        if n < 0 or n > min(self.n):
            raise ValueError("n")
        self.n = [n for _ in self.n]


class stacked_on_heads:
    """Joins with np.concatenate and its default axis.

    makes: joined_along_heads
    """

    def __init__(self, layers, heads, d_head):
        self.k = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return min(k.shape[1] for k in self.k)

    def append(self, layer, k, v):
        if self.k[layer].shape[1] == 0:
            self.k[layer], self.v[layer] = k.copy(), v.copy()
        else:
            self.k[layer] = np.concatenate([self.k[layer], k])
            self.v[layer] = np.concatenate([self.v[layer], v])

    def get(self, layer):
        return self.k[layer], self.v[layer]

    def truncate(self, n):
        if not 0 <= n <= self.length:
            raise ValueError("n")
        self.k = [k[:, :n] for k in self.k]
        self.v = [v[:, :n] for v in self.v]


class none_at_first(_Lists):
    """Gives (None, None) for a layer that holds nothing.

    makes: empty_layer_gives_none
    """

    def get(self, layer):
        return super().get(layer) if self.rows[layer] else (None, None)


class checks_the_upper_end(_Lists):
    """Refuses n beyond the length only.

    makes: truncate_accepts_negative_n
    """

    def truncate(self, n):
        if n > self.length:
            raise ValueError("too many")
        self.rows = [rows[:n] for rows in self.rows]


class store_of_the_class:
    """Has its lists as attributes of the class.

    makes: caches_share_one_store
    """

    keys, values = {}, {}

    def __init__(self, layers, heads, d_head):
        for layer in range(layers):
            self.keys[layer] = np.zeros((heads, 0, d_head))
            self.values[layer] = np.zeros((heads, 0, d_head))
        self.layers = layers

    @property
    def length(self):
        return min(self.keys[layer].shape[1] for layer in range(self.layers))

    def append(self, layer, k, v):
        self.keys[layer] = np.concatenate([self.keys[layer], k], axis=1)
        self.values[layer] = np.concatenate([self.values[layer], v], axis=1)

    def get(self, layer):
        return self.keys[layer], self.values[layer]

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        for layer in range(self.layers):
            self.keys[layer] = self.keys[layer][:, :n]
            self.values[layer] = self.values[layer][:, :n]


class IndexErrorForBadLengths:
    """Takes a length that is not there for a bad index.

    makes: truncate_raises_index_error
    """

    def __init__(self, layers, heads, d_head):
        self.keys = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self.values = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    def append(self, layer, k, v):
        self.keys[layer] = np.concatenate([self.keys[layer], k], axis=1)
        self.values[layer] = np.concatenate([self.values[layer], v], axis=1)

    def get(self, layer):
        return self.keys[layer], self.values[layer]

    @property
    def length(self):
        return min(k.shape[1] for k in self.keys)

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise IndexError(f"cannot truncate to {n}")
        for i in range(len(self.keys)):
            self.keys[i] = self.keys[i][:, :n]
            self.values[i] = self.values[i][:, :n]


class OnlyCompletePositions:
    """Hides the positions of a step that is not finished.

    makes: nothing listed
    """

    def __init__(self, layers, heads, d_head):
        self.layers = layers
        self.k = [np.empty((heads, 0, d_head)) for _ in range(layers)]
        self.v = [np.empty((heads, 0, d_head)) for _ in range(layers)]

    def append(self, layer, k, v):
        self.k[layer] = np.concatenate((self.k[layer], k), axis=1)
        self.v[layer] = np.concatenate((self.v[layer], v), axis=1)

    def get(self, layer):
        n = self.length
        return self.k[layer][:, :n, :], self.v[layer][:, :n, :]

    @property
    def length(self):
        return min(self.k[i].shape[1] for i in range(self.layers))

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("bad n")
        for i in range(self.layers):
            self.k[i] = self.k[i][:, :n, :]
            self.v[i] = self.v[i][:, :n, :]


class LengthOfFirstLayer:
    """The length is that of layer 0, also in the middle of a step.

    makes: length_of_layer_0
    """

    def __init__(self, layers, heads, d_head):
        self.pairs = [(np.zeros((heads, 0, d_head)), np.zeros((heads, 0, d_head))) for _ in range(layers)]

    @property
    def length(self):
        return self.pairs[0][0].shape[1]

    def append(self, layer, k, v):
        old_k, old_v = self.pairs[layer]
        self.pairs[layer] = np.concatenate((old_k, k), axis=1), np.concatenate((old_v, v), axis=1)

    def get(self, layer):
        return self.pairs[layer]

    def truncate(self, n):
        if not 0 <= n <= self.length:
            raise ValueError(n)
        self.pairs = [(k[:, :n], v[:, :n]) for k, v in self.pairs]


class KeepsReferences:
    """Keeps the caller's own arrays in a list, without copies, and puts them together in get.

    makes: callers_arrays_kept
    """

    def __init__(self, layers, heads, d_head):
        self.empty = np.zeros((heads, 0, d_head))
        self.keys = [[] for _ in range(layers)]
        self.values = [[] for _ in range(layers)]

    @property
    def length(self):
        return min(sum(part.shape[1] for part in parts) for parts in self.keys)

    def append(self, layer, k, v):
        self.keys[layer].append(k)
        self.values[layer].append(v)

    def get(self, layer):
        return (
            np.concatenate([self.empty, *self.keys[layer]], axis=1),
            np.concatenate([self.empty, *self.values[layer]], axis=1),
        )

    def truncate(self, n):
        if n < 0 or n > self.length:
            raise ValueError("n")
        for layer in range(len(self.keys)):
            k, v = self.get(layer)
            self.keys[layer] = [k[:, :n]]
            self.values[layer] = [v[:, :n]]
