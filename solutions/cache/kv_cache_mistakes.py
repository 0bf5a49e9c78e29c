"""Typical wrong versions of the KV cache."""

import numpy as np

ROOM = 64


class _Joined:
    """A right cache that joins arrays; shared by the versions that go wrong in one method."""

    def __init__(self, layers, heads, d_head):
        self._layers = layers
        self._keys = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        self._values = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    @property
    def length(self):
        return min(keys.shape[1] for keys in self._keys)

    def append(self, layer, k, v):
        self._keys[layer] = np.concatenate([self._keys[layer], k], axis=1)
        self._values[layer] = np.concatenate([self._values[layer], v], axis=1)

    def get(self, layer):
        return self._keys[layer], self._values[layer]

    def truncate(self, n):
        self._refuse(n)
        self._cut(n)

    def _refuse(self, n):
        if not 0 <= n <= self.length:
            raise ValueError(n)

    def _cut(self, n):
        self._keys = [keys[:, :n] for keys in self._keys]
        self._values = [values[:, :n] for values in self._values]


class one_store_for_all_layers(_Joined):
    """All layers share one store, so each finds the rows of the others.

    `[[]] * layers` makes this: one list with several names. So does forgetting the layer's number. Append something to
    layer 1 and look at layer 0.
    """

    def append(self, layer, k, v):
        super().append(0, k, v)

    def get(self, layer):
        return super().get(0)

    @property
    def length(self):
        return self._keys[0].shape[1]

    def _cut(self, n):
        self._keys[0], self._values[0] = self._keys[0][:, :n], self._values[0][:, :n]


class keys_and_values_swapped(_Joined):
    """The values come back as keys, and the keys as values.

    They have the same shape, so nothing complains. Follow `k` from `append` to the first place of the pair that `get`
    returns.
    """

    def get(self, layer):
        return self._values[layer], self._keys[layer]


class values_not_kept(_Joined):
    """The keys are kept twice, and the values not at all.

    A copied line may have kept its old name. The second part of the pair that `get` returns should hold what came in
    as `v`.
    """

    def append(self, layer, k, v):
        super().append(layer, k, k)


class overwrites(_Joined):
    """Each `append` replaces what was there before.

    Only the newest positions remain, and a model would forget the whole text. The new rows have to follow the old
    ones.
    """

    def append(self, layer, k, v):
        self._keys[layer], self._values[layer] = k, v


class newest_first(_Joined):
    """New positions are put in front of the old ones.

    Row i of the arrays must be position i of the text: the mask of attention relies on it. Look at the order in which
    the two arrays are joined.
    """

    def append(self, layer, k, v):
        self._keys[layer] = np.concatenate([k, self._keys[layer]], axis=1)
        self._values[layer] = np.concatenate([v, self._values[layer]], axis=1)


class joined_along_heads(_Joined):
    """New positions are joined along the axis of the heads.

    Then every `append` seems to add heads instead of positions. The shape is (heads, positions, d_head): which axis
    grows?
    """

    def append(self, layer, k, v):
        if not self._keys[layer].size:
            super().append(layer, k, v)
            return
        self._keys[layer] = np.concatenate([self._keys[layer], k], axis=0)
        self._values[layer] = np.concatenate([self._values[layer], v], axis=0)


class empty_layer_cannot_be_read(_Joined):
    """Asking an empty layer for its arrays raises ValueError.

    numpy cannot join an empty list of arrays. A new cache should give two arrays without positions; the rule on a new
    cache says of which shape.
    """

    def get(self, layer):
        if not self._keys[layer].shape[1]:
            raise ValueError("need at least one array to concatenate")
        return super().get(layer)


class empty_layer_gives_none(_Joined):
    """An empty layer gives None instead of arrays.

    The caller would need a special case for an empty cache. Arrays without positions need no special case; the rule on
    a new cache says of which shape.
    """

    def get(self, layer):
        return super().get(layer) if self._keys[layer].shape[1] else (None, None)


class length_summed_over_layers(_Joined):
    """The length adds up the positions of all layers.

    A position is one place in the text, however many layers store something for it. With one layer both are the same;
    try two.
    """

    @property
    def length(self):
        return sum(keys.shape[1] for keys in self._keys)


class length_of_layer_0(_Joined):
    """The length counts a position before all layers have it.

    In the middle of a step layer 0 is ahead, so neither it nor the fullest layer tells the length. Read the length after layer 0 has got its new position and the last layer has
    not: is that position complete?
    """

    @property
    def length(self):
        return self._keys[0].shape[1]


class length_counts_appends(_Joined):
    """The length counts how often something was appended, not how many positions.

    A prompt comes in one piece and may have a thousand positions. The number of new positions is in the shape of `k`.
    """

    def __init__(self, layers, heads, d_head):
        super().__init__(layers, heads, d_head)
        self._pieces = [[] for _ in range(layers)]

    def append(self, layer, k, v):
        super().append(layer, k, v)
        self._pieces[layer].append(k.shape[1])

    @property
    def length(self):
        return min(len(pieces) for pieces in self._pieces)

    def _cut(self, n):
        super()._cut(n)
        self._pieces = [pieces[:n] for pieces in self._pieces]


class truncate_does_nothing(_Joined):
    """`truncate` leaves the cache as it is.

    Perhaps it cuts a copy, or a view, and drops it. Look at the length afterwards.
    """

    def _cut(self, n):
        pass


class truncate_drops_the_oldest(_Joined):
    """`truncate` keeps the newest n positions and forgets the oldest.

    To truncate means to drop the end of the text; the beginning stays. A slice such as `[:, -n:]` takes from the other
    end.
    """

    def _cut(self, n):
        self._keys = [keys[:, keys.shape[1] - n :] for keys in self._keys]
        self._values = [values[:, values.shape[1] - n :] for values in self._values]


class truncate_removes_n(_Joined):
    """`truncate(n)` takes n positions away instead of keeping n.

    Both readings of the name make sense, and they agree when half of the text is cut. The task says: drop all but the
    first n.
    """

    def _cut(self, n):
        super()._cut(self.length - n)


class truncate_forgets_the_values(_Joined):
    """`truncate` cuts the keys and leaves the values.

    From then on key i and value i belong to different positions, and their numbers differ. Both arrays have to be
    cut.
    """

    def _cut(self, n):
        self._keys = [keys[:, :n] for keys in self._keys]


class truncate_cuts_the_heads(_Joined):
    """`truncate` cuts the first axis, so heads are dropped and all positions stay.

    An array (heads, positions, d_head) has the positions in the middle. Which axis does your slice cut?
    """

    def _cut(self, n):
        self._keys = [keys[:n] for keys in self._keys]
        self._values = [values[:n] for values in self._values]


class truncate_cuts_the_numbers_of_a_key(_Joined):
    """`truncate` cuts the last axis, so every key and value gets shorter and all positions stay.

    An array (heads, positions, d_head) has the positions in the middle. Which axis does your slice cut?
    """

    def _cut(self, n):
        self._keys = [keys[..., :n] for keys in self._keys]
        self._values = [values[..., :n] for values in self._values]


class truncate_only_in_layer_0(_Joined):
    """`truncate` cuts layer 0 only.

    The other layers still hold the dropped positions. Truncate every layer.
    """

    def _cut(self, n):
        self._keys[0], self._values[0] = self._keys[0][:, :n], self._values[0][:, :n]


class truncate_accepts_any_n(_Joined):
    """`truncate` accepts every n, as a slice does.

    A slice with -1 quietly drops the last row, and one with too large a number does nothing. Both hide a mistake of
    the caller. The rules want `ValueError`.
    """

    def _refuse(self, n):
        pass


class truncate_accepts_negative_n(_Joined):
    """`truncate` accepts a negative n and counts from the end.

    Too large an n is refused already. The rules refuse a negative one as well: keeping −1 positions means nothing.
    """

    def _refuse(self, n):
        if n > self.length:
            raise ValueError(n)


class truncate_accepts_too_large_n(_Joined):
    """`truncate` accepts an n beyond the length and keeps what there is.

    The caller believes that the cache holds more than it does, and the next positions would end up in the wrong
    place. The rules want `ValueError`.
    """

    def _refuse(self, n):
        if n < 0:
            raise ValueError(n)


class truncate_cuts_before_it_refuses(_Joined):
    """A bad n raises `ValueError`, but the cache has been cut by then.

    A caller that catches the exception continues with a damaged cache. Test n before you touch anything.
    """

    def truncate(self, n):
        length = self.length
        self._cut(n)
        if not 0 <= n <= length:
            raise ValueError(n)


class truncate_raises_index_error(_Joined):
    """`truncate` raises IndexError for a length that the cache does not have.

    It is right to refuse. The rules ask for `ValueError`, so that callers know what to catch.
    """

    def _refuse(self, n):
        if not 0 <= n <= self.length:
            raise IndexError(n)


class truncate_refuses_the_length_itself(_Joined):
    """`truncate` refuses n = length.

    Keeping everything is allowed, and programs do ask for it: it drops a step that was not finished. Look at the
    comparison.
    """

    def _refuse(self, n):
        if not 0 <= n < self.length:
            raise ValueError(n)


class truncate_leaves_an_unfinished_step(_Joined):
    """`truncate` does nothing when n is the length, so an unfinished step stays in the first layers.

    Complete positions are not all that a cache can hold. In the middle of a step the first layers are ahead, and the
    next step would be added after rows of an unfinished step. Cut every layer.
    """

    def _cut(self, n):
        if n < self.length:
            super()._cut(n)


class caches_share_one_store(_Joined):
    """The store belongs to the class, or to the file, so that a second cache takes the place of the first.

    A program may hold several caches, one for each text or model. Names that are set in the class body or with
    `global` exist once; what belongs to one cache belongs on `self`.
    """

    _keys = ()
    _values = ()

    def __init__(self, layers, heads, d_head):
        kind = type(self)
        kind._keys = [np.zeros((heads, 0, d_head)) for _ in range(layers)]
        kind._values = [np.zeros((heads, 0, d_head)) for _ in range(layers)]

    def _cut(self, n):
        kind = type(self)
        kind._keys = [keys[:, :n] for keys in kind._keys]
        kind._values = [values[:, :n] for values in kind._values]


class callers_arrays_kept(_Joined):
    """The cache keeps the very arrays that it was given, and joins them only when asked.

    The caller may use its arrays again, and then the past changes with them. `append` has to make a copy; joining
    arrays makes one, putting them into a list does not.
    """

    def __init__(self, layers, heads, d_head):
        super().__init__(layers, heads, d_head)
        self._pieces = [[(keys, values)] for keys, values in zip(self._keys, self._values, strict=True)]

    @property
    def length(self):
        return min(sum(k.shape[1] for k, _ in pieces) for pieces in self._pieces)

    def append(self, layer, k, v):
        self._pieces[layer].append((k, v))

    def get(self, layer):
        return tuple(np.concatenate(each, axis=1) for each in zip(*self._pieces[layer], strict=True))

    def _cut(self, n):
        for layer in range(self._layers):
            keys, values = self.get(layer)
            self._pieces[layer] = [(keys[:, :n], values[:, :n])]


class room_runs_out(_Joined):
    """There is room for a fixed number of positions, and a longer text raises ValueError.

    Reserving room in advance is a good idea. When it is full, the cache needs more: make larger arrays and copy the
    old rows into them.
    """

    def append(self, layer, k, v):
        if self._keys[layer].shape[1] + k.shape[1] > ROOM:
            raise ValueError("could not broadcast input array")
        super().append(layer, k, v)


class room_runs_out__a_little_later(_Joined):
    """There is room for more positions, but not for any number."""

    def append(self, layer, k, v):
        if self._keys[layer].shape[1] + k.shape[1] > 2 * ROOM:
            raise ValueError("could not broadcast input array")
        super().append(layer, k, v)


class room_is_a_window(_Joined):
    """There is room for a fixed number of positions, and the oldest ones are dropped for new ones.

    That is a sliding window, which some models are trained for. Here every position has to stay: when the room is
    full, make more.
    """

    def append(self, layer, k, v):
        super().append(layer, k, v)
        self._keys[layer] = self._keys[layer][:, -ROOM:]
        self._values[layer] = self._values[layer][:, -ROOM:]
