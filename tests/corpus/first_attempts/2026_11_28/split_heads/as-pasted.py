def split_heads(x, heads):
    # x.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
    T, C = x.shape
    return x.reshape(T, heads, C // heads).transpose(1, 0, 2)


def join_heads(x):
    # y.contiguous().view(B, T, C)
    nh, T, hs = x.shape
    return x.reshape(T, nh * hs)
