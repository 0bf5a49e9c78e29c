"use strict";
// A small language model in the browser: tokenizer and transformer, from what the course's browser_model() returns.
// Numbers are float64, and tests compare ids and logits with the course's Python.
const tinyModel = (() => {
  /** Return a byte-level BPE tokenizer: 256 bytes, then one token for each merge, then the end-of-text token. */
  function tokenizer({ word, merges }) {
    const pieces = Array.from({ length: 256 }, (_, byte) => [byte]);
    const merged = new Map(); // a lower id was learned earlier
    const key = (left, right) => left * 65536 + right;
    for (const [left, right] of merges) {
      merged.set(key(left, right), pieces.length);
      pieces.push([...pieces[left], ...pieces[right]]);
    }
    const bytes = [...pieces, []].map((piece) => Uint8Array.from(piece));
    const split = new RegExp(word, "gu");

    function encodeWord(text) {
      let ids = [...new TextEncoder().encode(text)];
      for (;;) {
        const best = Math.min(...ids.slice(1).map((right, place) => merged.get(key(ids[place], right)) ?? Infinity));
        if (best === Infinity) return ids;
        const joined = [];
        for (let place = 0; place < ids.length; place += 1) {
          const isPair = place + 1 < ids.length && merged.get(key(ids[place], ids[place + 1])) === best;
          joined.push(isPair ? best : ids[place]);
          if (isPair) place += 1;
        }
        ids = joined;
      }
    }

    return {
      bytes,
      eos: pieces.length,
      encode: (text) => (text.match(split) ?? []).flatMap(encodeWord),
    };
  }

  function float16(bits) {
    const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = (bits & 1023) / 1024;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction) : 2 ** -14 * fraction);
  }

  /** Decode base64 of little-endian float16 numbers. */
  function numbers(base64) {
    const bytes = atob(base64), decoded = new Float64Array(bytes.length / 2);
    for (let at = 0; at < decoded.length; at += 1) decoded[at] = float16(bytes.charCodeAt(2 * at) | (bytes.charCodeAt(2 * at + 1) << 8));
    return decoded;
  }

  /** Multiply a row by a matrix, both stored row by row. */
  function times(row, matrix) {
    const columns = matrix.length / row.length, result = new Float64Array(columns);
    for (let i = 0, at = 0; i < row.length; i += 1) {
      for (let j = 0; j < columns; j += 1, at += 1) result[j] += row[i] * matrix[at];
    }
    return result;
  }

  function dot(a, aStart, b, bStart, length) {
    let total = 0;
    for (let i = 0; i < length; i += 1) total += a[aStart + i] * b[bStart + i];
    return total;
  }

  /** RMSNorm. */
  function normalized(x, weight) {
    const scale = 1 / Math.sqrt(dot(x, 0, x, 0, x.length) / x.length + 1e-5);
    return x.map((each, i) => each * scale * weight[i]);
  }

  /** Turn a query or key by its position, head by head (rotary position embedding). */
  function rotated(x, heads, position) {
    const width = x.length / heads, half = width / 2, turned = new Float64Array(x.length);
    for (let start = 0; start < x.length; start += width) {
      for (let i = 0; i < half; i += 1) {
        const angle = position * 10000 ** (-i / half), a = x[start + i], b = x[start + half + i];
        turned[start + i] = a * Math.cos(angle) - b * Math.sin(angle);
        turned[start + half + i] = a * Math.sin(angle) + b * Math.cos(angle);
      }
    }
    return turned;
  }

  /** Return the attention of one query over the first `count` keys and values, head by head, and each head's weights. */
  function attention(q, keys, values, heads, count) {
    const d = q.length, width = d / heads, mixed = new Float64Array(d), weights = [];
    for (let start = 0; start < d; start += width) {
      const scores = new Float64Array(count);
      for (let s = 0; s < count; s += 1) scores[s] = dot(q, start, keys, s * d + start, width) / Math.sqrt(width);
      const largest = scores.reduce((most, each) => Math.max(most, each), -Infinity);
      let total = 0;
      for (let s = 0; s < count; s += 1) total += scores[s] = Math.exp(scores[s] - largest);
      for (let s = 0; s < count; s += 1) {
        scores[s] /= total;
        for (let i = 0; i < width; i += 1) mixed[start + i] += scores[s] * values[s * d + start + i];
      }
      weights.push(scores);
    }
    return [mixed, weights];
  }

  /** Return a decoder with RMSNorm, rotary positions, a squared-ReLU MLP and tied embeddings. */
  function transformer({ heads, context, width: d, weights }) {
    const w = Object.fromEntries(Object.entries(weights).map(([name, base64]) => [name, numbers(base64)]));
    const layers = [];
    while (`${layers.length}.qkv` in w) {
      const parts = ["n1", "qkv", "o", "n2", "up", "down"].map((name) => [name, w[`${layers.length}.${name}`]]);
      layers.push(Object.fromEntries(parts));
    }
    const plus = (x, y) => x.map((each, i) => each + y[i]);

    return {
      /** `looks` has the attention weights (layers, heads, positions) of each position. */
      newCache: () => ({ length: 0, looks: [], layers: layers.map(() => [new Float64Array(context * d), new Float64Array(context * d)]) }),

      /** Add one token to the cache, and return its last hidden state (d). */
      step(id, cache) {
        let x = w.emb.slice(id * d, (id + 1) * d);
        cache.looks[cache.length] = [];
        layers.forEach((layer, number) => {
          const qkv = times(normalized(x, layer.n1), layer.qkv);
          const [q, k, v] = [0, 1, 2].map((part) => qkv.subarray(part * d, (part + 1) * d));
          const [keys, values] = cache.layers[number];
          keys.set(rotated(k, heads, cache.length), cache.length * d);
          values.set(v, cache.length * d);
          const [mixed, weights] = attention(rotated(q, heads, cache.length), keys, values, heads, cache.length + 1);
          cache.looks[cache.length].push(weights);
          x = plus(x, times(mixed, layer.o));
          const inner = times(normalized(x, layer.n2), layer.up);
          x = plus(x, times(inner.map((each) => Math.max(each, 0) ** 2), layer.down));
        });
        cache.length += 1;
        return normalized(x, w.nf);
      },

      /** Return the logits (V) of the token after a hidden state. */
      logits: (hidden) => Array.from({ length: w.emb.length / d }, (_, id) => dot(hidden, 0, w.emb, id * d, d)),
    };
  }

  return { tokenizer, transformer };
})();
