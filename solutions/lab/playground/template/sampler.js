"use strict";
// From a model's logits to the next token, by the rules of the course's sampler: penalties, temperature, top-k, top-p,
// min-p. Among equals the lower id goes first, temperature 0 leaves one token, and after each step the rest adds up to 1.
const sampler = (() => {
  const renormalized = (p) => { const total = p.reduce((sum, each) => sum + each, 0); return p.map((each) => each / total); };
  const ranked = (p) => p.map((_, id) => id).sort((a, b) => p[b] - p[a] || a - b);

  /** Lower the logits of tokens seen before; only the repetition penalty counts the prompt's tokens, too. */
  function penalized(logits, prompt, generated, { repetition, frequency, presence }) {
    const bent = [...logits];
    for (const id of new Set([...prompt, ...generated])) bent[id] = bent[id] < 0 ? bent[id] * repetition : bent[id] / repetition;
    const counts = new Map();
    for (const id of generated) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const [id, count] of counts) bent[id] = bent[id] - frequency * count - presence;
    return bent;
  }

  function atTemperature(logits, T) {
    const largest = Math.max(...logits);
    if (T === 0) {
      const best = logits.indexOf(largest);
      return logits.map((_, id) => (id === best ? 1 : 0));
    }
    return renormalized(logits.map((logit) => Math.exp((logit - largest) / T)));
  }

  function keep(p, ids) {
    const kept = new Set(ids);
    return renormalized(p.map((each, id) => (kept.has(id) ? each : 0)));
  }

  function nucleus(p, share) {
    const ids = [];
    let collected = 0;
    for (const id of ranked(p)) {
      if (collected >= share) break;
      ids.push(id);
      collected += p[id];
    }
    return ids;
  }

  /** Return the probabilities of the next token; `bent` are the logits after the penalties, -Infinity where a mask forbids. */
  function distribution(bent, { temperature, topK, topP, minP }) {
    const warmed = atTemperature(bent, temperature);
    const top = topK === 0 ? warmed : keep(warmed, ranked(warmed).slice(0, topK));
    const inNucleus = topP === 1 ? top : keep(top, nucleus(top, topP));
    const least = minP * Math.max(...inNucleus);
    return minP === 0 ? inNucleus : renormalized(inNucleus.map((each) => (each >= least ? each : 0)));
  }

  /** Return the id in whose part of the line from 0 to 1 the number u lies. */
  function pick(p, u) {
    let end = 0, last = 0;
    for (let id = 0; id < p.length; id += 1) {
      if (p[id] === 0) continue;
      end += p[id];
      last = id;
      if (end > u) break;
    }
    return last; // rounding can leave the last end at or below u
  }

  return { ranked, penalized, distribution, renormalized, pick };
})();
