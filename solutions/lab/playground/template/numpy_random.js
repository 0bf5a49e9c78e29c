"use strict";
// The random numbers of numpy.random.default_rng(seed).random(), so that one seed draws one text here and in the terminal.
// Sources: O'Neill 2014, PCG: a family of simple fast space-efficient statistically good algorithms (PCG64, XSL-RR);
// numpy/random/bit_generator.pyx (SeedSequence) and numpy/random/src/pcg64/pcg64.h.
const numpyRandom = (() => {
  const WORD = 0xffffffffn, LONG = (1n << 64n) - 1n, WIDE = (1n << 128n) - 1n;
  const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
  const POOL = 4;

  /** Return a function that hashes one 32-bit word after the other. */
  function hash(constant, multiplier) {
    return (word) => {
      const mixed = word ^ constant;
      constant = Math.imul(constant, multiplier);
      const product = Math.imul(mixed, constant);
      return product ^ (product >>> 16);
    };
  }

  function mix(x, y) {
    const mixed = (Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715)) | 0;
    return mixed ^ (mixed >>> 16);
  }

  /** Return eight 32-bit words that a seed, a BigInt of any size, is spread over. */
  function spread(seed) {
    const words = [];
    for (let rest = seed; rest > 0n; rest >>= 32n) words.push(Number(rest & WORD));
    const into = hash(0x43b0d7e5, 0x931e8875), out = hash(0x8b51f9dd, 0x58f38ded);
    const pool = Array.from({ length: POOL }, (_, place) => into(words[place] ?? 0));
    for (let from = 0; from < POOL; from += 1) {
      for (let to = 0; to < POOL; to += 1) if (to !== from) pool[to] = mix(pool[to], into(pool[from]));
    }
    for (const word of words.slice(POOL)) {
      for (let to = 0; to < POOL; to += 1) pool[to] = mix(pool[to], into(word));
    }
    return Array.from({ length: 2 * POOL }, (_, place) => BigInt(out(pool[place % POOL]) >>> 0));
  }

  return (seed) => {
    const words = spread(BigInt(seed));
    const wide = (first) => (words[first + 1] << 96n) | (words[first] << 64n) | (words[first + 3] << 32n) | words[first + 2];
    const increment = ((wide(4) << 1n) | 1n) & WIDE;
    const next = (state) => (state * MULTIPLIER + increment) & WIDE;
    let state = next(increment + wide(0));
    return () => {
      state = next(state);
      const folded = (state >> 64n) ^ (state & LONG), turn = state >> 122n;
      const turned = ((folded >> turn) | (folded << (64n - turn))) & LONG;
      return Number(turned >> 11n) / 2 ** 53;
    };
  };
})();
