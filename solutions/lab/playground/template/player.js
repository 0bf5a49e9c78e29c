"use strict";
// Watch a model choose: the text, one of its steps as bars, and the line from 0 to 1 that its random number falls on.
(() => {
  const BASE = document.currentScript.src; // empty where everything is in one file
  const PACE_MS = 450, SHORTEST = 0.004;
  const LEVELS = ["", "below-50", "below-10", "below-1"], SURPRISE = [0.5, 0.1, 0.01, 0], LOOKS = [0.05, 0.15, 0.4];
  const address = (name) => new URL(name, BASE).href;
  const policy = BASE && window.trustedTypes?.createPolicy("player", { createScriptURL: () => address("model.js") });
  let ready = null; // a promise of the models, which are loaded when somebody first changes something

  function load() {
    const build = () => {
      const { target, draft, names } = tinyModels, [model, small] = [target, draft].map(tinyModel.transformer);
      const readers = { read: writer.reader(model), guess: writer.reader(small) };
      return { tokenizer: tinyModel.tokenizer(target), names, context: target.context, ...readers };
    };
    if (typeof tinyModels !== "undefined") return Promise.resolve(build());
    return new Promise((resolve, reject) => {
      const script = element("script");
      script.onload = () => resolve(build());
      script.onerror = () => reject(new Error("model.js cannot be loaded; try again."));
      script.src = policy ? policy.createScriptURL("") : address("model.js");
      document.head.append(script);
    });
  }

  function change(node, attributes, ...inside) {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...inside);
    return node;
  }
  const element = (kind, attributes = {}, ...inside) => change(document.createElement(kind), attributes, ...inside);
  const drawing = (kind, attributes, ...inside) =>
    change(document.createElementNS("http://www.w3.org/2000/svg", kind), attributes, ...inside);

  function percent(p) {
    const words = p === 0 || p === 1 ? p * 100 : p < 0.0005 ? "<0.1" : p > 0.9995 ? ">99.9" : (p * 100).toFixed(1);
    return `${words}\u202f%`;
  }

  function mount(root) {
    const part = (name) => root.querySelector(`[data-part="${name}"]`), all = (selector) => [...root.querySelectorAll(selector)];
    const inputs = Object.fromEntries(all("[data-setting]").map((input) => [input.dataset.setting, input]));
    const first = JSON.parse(part("first").textContent), { end, off } = first, shown = all(".rows > button").length;
    const field = part("prompt"), scrubber = part("at"), isAttention = "head" in inputs, modes = { draft: false, json: false };
    let { prompt, seed, at, steps, names } = first, settings = {}, taken = new Map(), tools = null, pending = null, timer = 0;

    // --- settings, and links that hold them ---

    function readSettings() {
      settings = { ...first.settings, ...modes };
      for (const [name, input] of Object.entries(inputs)) {
        const value = settings[name] = Number(input.value), rest = name === "temperature" ? 0 : off[name] ?? 0;
        const words = value === rest ? input.dataset.word : String(value);
        input.parentElement.querySelector("output").textContent = words;
        input.setAttribute("aria-valuetext", words);
      }
      const pressed = { ...modes, greedy: settings.temperature === 0 };
      for (const chip of all("[data-mode]")) chip.setAttribute("aria-pressed", String(pressed[chip.dataset.mode]));
      for (const chip of all("[data-chip]")) chip.setAttribute("aria-pressed", String(chip.dataset.chip === prompt));
    }

    function packed() {
      const changed = Object.entries(inputs).filter(([, input]) => input.value !== input.defaultValue).map(([name, { value }]) => [name, value]);
      const own = Object.entries(modes).filter(([, isOn]) => isOn), pairs = [...taken].map((pair) => pair.join(".")).join(" ");
      return new URLSearchParams([["prompt", prompt], ["seed", seed], ["at", at], ...changed, ...own, ...(pairs ? [["taken", pairs]] : [])]);
    }

    function unpack() {
      const found = new URLSearchParams(location.hash.slice(1));
      if (!found.get("prompt") || !/^\d{1,39}$/.test(found.get("seed"))) return;
      [prompt, seed, at] = [found.get("prompt").slice(0, field.maxLength), found.get("seed"), Number(found.get("at")) || 0];
      for (const [name, input] of Object.entries(inputs)) input.value = found.get(name) ?? input.defaultValue;
      for (const name of Object.keys(modes)) modes[name] = found.has(name);
      taken = new Map((found.get("taken") ?? "").split(" ").map((pair) => pair.split(".").map(Number)));
      field.value = prompt;
      update();
    }

    // --- the text, written again after each change ---

    /** Write the text anew and show it; several changes in one frame are one. */
    function update() {
      const complain = (error) => { part("say").textContent = error.message; };
      pending ??= rewrite().catch(complain).finally(() => { pending = null; });
    }

    async function rewrite() {
      ready ??= load().catch((error) => { ready = null; throw error; });
      [tools] = await Promise.all([ready, new Promise(requestAnimationFrame)]);
      readSettings();
      const room = tools.context - writer.MOST - writer.GUESSES, count = tools.tokenizer.encode(prompt).length;
      field?.setAttribute("aria-invalid", String(count < 1 || count > room));
      if (count < 1) throw new Error("The prompt is empty; type the beginning of a text, such as “Once upon a time”.");
      if (count > room) throw new Error(`The prompt has more than ${room} tokens, which leaves no room for a text; shorten it.`);
      names = tools.names;
      for (const [place, token] of taken) if (!(token in names)) taken.delete(place);
      steps = writer.write({ ...tools, prompt, settings, seed, taken });
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      for (const step of steps) step.text = decoder.decode(tools.tokenizer.bytes[step.id], { stream: true });
      if (isAttention) tools.read([...tools.tokenizer.encode(prompt), ...steps.map(({ id }) => id)]); // the last one, too
      show(at);
    }

    // --- what is seen ---

    function show(place) {
      at = Math.max(0, Math.min(place, steps.length - 1));
      const view = isAttention ? lookedAt() : choice(steps[at]), title = `${at + 1} of ${steps.length}, “${names[steps[at].id]}”`;
      [scrubber.max, scrubber.value] = [steps.length - 1, at];
      scrubber.setAttribute("aria-valuetext", title);
      showText(view.levels, view.pieces ?? [prompt]);
      showRows(view.rows);
      showLine(view.shares, view.u);
      part("say").textContent = `Token ${title}. ${view.words}`;
      if (field) part("link").href = `${BASE && address("playground.html")}#${packed()}`;
    }

    /** Return what there is to see of a step: the likeliest tokens, the shares of the line, u, words, and levels of surprise. */
    function choice({ own, p, u, id, guess, line, accept, isTaken, left }) {
      const top = sampler.ranked(own).slice(0, shown);
      if (!top.includes(id)) top[shown - 1] = id;
      const rows = top.map((token) => {
        const isCut = p[token] === 0 && token !== id, kind = token === id ? "picked" : isCut ? "cut" : "";
        return { token, kind, name: names[token], own: own[token], now: p[token], words: isCut ? "cut" : percent(p[token]) };
      });
      const isKept = guess === id && !line;
      const shares = isKept ? [["keep", "keep", accept, true], ["reject", "reject", 1 - accept, false]]
        : (line ?? p).map((share, token) => [token, names[token], share, token === id]);
      const words = isTaken ? "You took it."
        : isKept ? `The draft guessed it. It is kept if u is below p/q, here ${percent(accept)}.`
        : line ? `The draft guessed “${names[guess]}”, which was rejected. The line shows what p has more than q.`
        : `${left ?? p.filter((each) => each > 0).length} of ${p.length} tokens can still come.`;
      return { rows, shares, u, words, levels: steps.map((step) => SURPRISE.findIndex((least) => step.own[step.id] >= least)) };
    }

    /** Return the weights with which the chosen token looked at itself and at each token before it. */
    function lookedAt() {
      const ids = tools.tokenizer.encode(prompt), position = ids.length + at;
      const pieces = ids.map((id) => new TextDecoder().decode(tools.tokenizer.bytes[id]));
      ids.push(...steps.map(({ id }) => id));
      const isAsked = (name) => (_, number) => !settings[name] || number === settings[name] - 1;
      const heads = tools.read.looks[position].filter(isAsked("layer")).flatMap((layer) => layer.filter(isAsked("head")));
      const weights = Array.from(heads[0], (_, place) => heads.reduce((sum, each) => sum + each[place], 0) / heads.length);
      const rows = sampler.ranked(weights).slice(0, shown).sort((a, b) => a - b).map((place) => (
        { kind: place === position ? "picked" : "", name: names[ids[place]], own: 0, now: weights[place], words: percent(weights[place]) }));
      const shares = weights.map((share, place) => [place, names[ids[place]], share, place === position]);
      const levels = ids.map((_, place) => LOOKS.filter((least) => weights[place] >= least).length);
      return { rows, shares, u: null, levels, pieces, words: "It looked at itself and at the tokens before it." };
    }

    function showText(levels, pieces) {
      const shift = levels.length - steps.length; // of the prompt's tokens only attention has levels
      const before = pieces.map((piece, place) => element("span", { "class": shift ? LEVELS[levels[place]] : "" }, piece));
      const spans = steps.map(({ id, guess, text }, place) => {
        const kinds = [id === end ? "end" : text ? "" : "part", LEVELS[levels[shift + place]], guess === id ? "guessed" : ""];
        const time = place === at ? "current" : place > at ? "later" : "";
        return element("span", { "class": [...kinds, time].filter(Boolean).join(" "), "data-place": place }, text);
      });
      part("text").replaceChildren(element("span", { "class": "prompt" }, ...before), ...spans);
    }

    function showRows(rows) {
      all(".rows > button").forEach((button, place) => {
        const { token, name = "", own = 0, now = 0, kind = "none", words = "" } = rows[place] ?? {};
        const [label, bars, value] = change(button, { "class": kind, "data-token": token ?? "" }).children;
        [label.textContent, value.textContent] = [name, words];
        [own, now].forEach((share, number) => change(bars.children[number], { width: `${share * 100}%` }));
      });
    }

    function showLine(shares, u) {
      const box = part("line"), known = new Map(all("[data-key]").map((each) => [each.dataset.key, each]));
      const width = box.clientWidth;
      let start = 0;
      for (const [key, name, share, isPicked] of shares) {
        const x = `${start * 100}%`, text = name?.replace(/^␣/, "");
        start += share;
        if (share < SHORTEST) continue;
        const inside = [["rect", { width: "100%", height: "100%" }], ["text", { x: "50%", y: 20 }]].map((each) => drawing(...each));
        const stretch = known.get(String(key)) ?? drawing("svg", { "data-key": key, y: 22, height: 32 }, ...inside);
        if (!known.delete(String(key))) box.prepend(stretch);
        change(stretch, { x, width: `${share * 100}%`, "class": isPicked ? "picked" : "" });
        stretch.lastChild.textContent = share * width > 8 * text.length + 4 ? text : "";
      }
      for (const gone of known.values()) gone.remove();
      const anchor = u < 0.06 ? "start" : u > 0.94 ? "end" : "middle";
      change(part("u"), { x: `${u * 100}%`, "class": u === null ? "none" : "u", "text-anchor": anchor });
      part("u").lastChild.textContent = `u = ${u?.toFixed(3)}`;
    }

    // --- what people do ---

    function pause() {
      clearInterval(timer);
      timer = 0;
      part("play").textContent = "▶ Play";
      part("say").setAttribute("aria-live", "polite");
    }

    function play() {
      if (timer) return pause();
      show(at >= steps.length - 1 ? 0 : at);
      part("play").textContent = "❚❚ Pause";
      part("say").setAttribute("aria-live", "off");
      timer = setInterval(() => (at < steps.length - 1 ? show(at + 1) : pause()), PACE_MS);
    }

    function move(place) {
      pause();
      show(place);
    }

    /** Begin another text. */
    function begin(changes) {
      pause();
      ({ prompt, seed, at } = { prompt, seed, at: 0, ...changes });
      taken.clear();
      if (field !== document.activeElement) field.value = prompt;
      update();
    }

    function beginWith(chip) {
      for (const input of Object.values(inputs)) input.value = input.defaultValue;
      Object.assign(modes, { draft: false, json: chip.startsWith("{") });
      begin({ prompt: chip, seed: first.seed });
    }

    function setMode(name) {
      if (name === "greedy") inputs.temperature.value = settings.temperature === 0 ? 1 : 0;
      else modes[name] = !modes[name];
      begin({});
    }

    /** Put another token in the place of the chosen one; those before it stay. */
    function take(token) {
      pause();
      taken = new Map([...taken].filter(([place]) => place < at)).set(at, token);
      update();
    }

    const dice = () => begin({ seed: String(BigInt(seed) + 1n) });
    const acts = { play, dice, back: () => move(at - 1), on: () => move(at + 1) };
    root.addEventListener("input", ({ target }) => {
      if (target === scrubber) move(Number(scrubber.value));
      else if (target === field) begin({ prompt: field.value });
      else update();
    });
    root.addEventListener("click", ({ target }) => {
      const { chip, mode, act, token, place } = target.closest("button, [data-place]")?.dataset ?? {};
      if (act) acts[act]();
      else if (place) move(Number(place));
      else if (mode) setMode(mode);
      else if (token) take(Number(token));
      else if (chip) beginWith(chip);
    });
    root.classList.add("is-live");
    readSettings();
    if (isAttention) return update();
    for (const step of steps) {
      const pairs = step.p, both = [0, 1].map(() => Array(first.size).fill(0));
      for (const [token, ...p] of pairs) p.forEach((each, column) => { both[column][token] = each; });
      [step.own, step.p] = both;
    }
    show(at);
    if (!field) return;
    unpack();
    window.addEventListener("hashchange", unpack);
  }

  document.querySelectorAll(".player").forEach(mount);
})();
