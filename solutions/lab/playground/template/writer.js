"use strict";
// Write a text as the course's generator does: token by token, or in blocks that a draft model guesses; within JSON if asked.
const writer = (() => {
  const MOST = 32, GUESSES = 4;
  const WORDS = ["rue", "ue", "e", "alse", "lse", "se"]; // the letters that may be missing of true or false

  /** Return the state of the JSON reader after one more character; null if no JSON goes on like that. */
  function advance([reading, depth], char) {
    if (reading === "key" || reading === "text") {
      if (char === '"') return [reading === "key" ? "colon" : "after", depth];
      return char === "\\" || /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(char) ? null : [reading, depth];
    }
    if (WORDS.includes(reading)) return char === reading[0] ? [reading.slice(1) || "after", depth] : null;
    const isDigit = /[0-9]/.test(char), isNumber = /^\d/.test(reading);
    if (isNumber && isDigit) return reading === "0" || reading.length > 2 ? null : [reading + char, depth];
    const now = isNumber ? "after" : reading; // a number is over
    if (char === " ") return [now, depth];
    if (now === "value" && isDigit) return [char, depth];
    const inside = { "after,": ["next key", depth], "after}": ["after", depth - 1] };
    return {
      'value{': ["first key", depth + 1], 'value"': ["text", depth], "valuet": ["rue", depth], "valuef": ["alse", depth],
      'first key"': ["key", depth], "first key}": ["after", depth - 1], 'next key"': ["key", depth], "colon:": ["value", depth],
      ...(depth > 0 && inside),
    }[now + char] ?? null;
  }

  const walk = (state, text) => [...text].reduce((now, char) => now && advance(now, char), state);

  /** Return a function that says after each beginning which tokens can continue the JSON; null where any may come. */
  function jsonMask(prompt, { bytes, eos }) {
    const texts = bytes.map((each) => { try { return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(each); } catch { return ""; } });
    const given = prompt.trimStart(), begun = walk(["value", 0], given);
    const start = begun && given.startsWith("{") ? begun : ["value", 0];
    return (generated) => {
      const here = generated.reduce((state, id) => walk(state, texts[id]), start);
      if (!here) return null; // a reader of the page took a token that no JSON has here
      const mask = texts.map((text) => text !== "" && walk(here, text) !== null);
      mask[eos] = here[1] === 0 && /^(after|\d.*)$/.test(here[0]);
      return mask;
    };
  }

  /** Return a function that gives the logits after some ids, and computes only what differs from its last call. */
  function reader(model) {
    const cache = model.newCache(), held = [], rows = [];
    const read = (ids) => {
      let same = 0;
      while (same < ids.length && ids[same] === held[same]) same += 1;
      for (const list of [held, rows, cache]) list.length = same;
      for (const id of ids.slice(same)) {
        held.push(id);
        rows.push(model.step(id, cache));
      }
      return model.logits(rows[ids.length - 1]);
    };
    return Object.assign(read, { looks: cache.looks });
  }

  /** Yield steps without end; the token that is really taken comes back. */
  function* oneByOne(distribute, random) {
    for (const text = []; ;) {
      const step = distribute(text), u = random();
      text.push(yield { ...step, u, id: sampler.pick(step.p, u) });
    }
  }

  /** Yield steps as speculative decoding finds them; `accept` is the chance of a guess to be kept. */
  function* inBlocks(distribute, guess, random) {
    block: for (const text = []; ;) {
      const guesses = [];
      for (const soFar = [...text]; guesses.length < GUESSES; soFar.push(guesses.at(-1).id)) {
        const q = guess(soFar).p;
        guesses.push({ q, id: sampler.pick(q, random()) });
      }
      const chances = guesses.map(() => random()), last = random();
      for (const [at, { q, id }] of guesses.entries()) {
        const step = distribute(text), accept = Math.min(step.p[id] / q[id], 1), isKept = chances[at] < accept;
        const rest = isKept ? null : sampler.renormalized(step.p.map((each, token) => Math.max(each - q[token], 0)));
        const picked = isKept ? { u: chances[at], id } : { u: last, id: sampler.pick(rest, last), line: rest };
        const taken = yield { ...step, ...picked, guess: id, accept };
        text.push(taken);
        if (!isKept || taken !== id) continue block;
      }
      const step = distribute(text);
      text.push(yield { ...step, u: last, id: sampler.pick(step.p, last) });
    }
  }

  /** Return the steps of a text: the model's own probabilities, those with the settings, u, the id; `taken` has ids by place. */
  function write({ read, guess, tokenizer, prompt, settings, seed, taken }) {
    const ids = tokenizer.encode(prompt), mask = settings.json ? jsonMask(prompt, tokenizer) : null;
    const distributed = (reading) => (text) => {
      const logits = reading([...ids, ...text]), bent = sampler.penalized(logits, ids, text, settings), allowed = mask?.(text);
      const own = sampler.distribution(logits, { temperature: 1, topK: 0, topP: 1, minP: 0 });
      return { own, p: sampler.distribution(allowed ? bent.map((each, id) => (allowed[id] ? each : -Infinity)) : bent, settings) };
    };
    const random = numpyRandom(seed), steps = [];
    const tokens = settings.draft ? inBlocks(distributed(read), distributed(guess), random) : oneByOne(distributed(read), random);
    for (let next = tokens.next(); ; next = tokens.next(steps.at(-1).id)) {
      const isTaken = taken.has(steps.length);
      steps.push({ ...next.value, isTaken, id: isTaken ? taken.get(steps.length) : next.value.id });
      if (steps.length === MOST || steps.at(-1).id === tokenizer.eos) return steps;
    }
  }

  return { MOST, GUESSES, reader, write };
})();
