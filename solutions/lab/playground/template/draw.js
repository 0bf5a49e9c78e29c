// The prompt box: continue any prompt with the model, one token per frame, and show each token's step.
(() => {
  const byId = (id) => document.getElementById(id);
  const { logits, names, prompt: first } = JSON.parse(byId("data").textContent);
  const data = JSON.parse(byId("model").textContent);
  const tokenizer = tinyModel.tokenizer(data);
  const form = byId("draw"), written = byId("drawn"), fate = byId("drawn-fate");
  const [prompt, seed, tokens] = [byId("prompt"), byId("seed"), byId("tokens")];
  const PREFILL_MS = 8; // the rest of a frame is for the browser
  const LEVELS = [0.5, 0.1, 0.01, 0], CLASSES = ["", "below-50", "below-10", "below-1"];
  let model = null; // decoding the weights takes a moment, and not every reader draws
  let run = null; // the drawing under way; an older one stops when it is no longer this
  let steps = [], chosen = -1;
  let isOpening = true; // the page opens with a text drawn, which gives way to the first that is asked for

  const frame = () => new Promise(requestAnimationFrame);
  const counted = (count) => `${count} token${count === 1 ? "" : "s"}`;

  /** Return the field that cannot be used and a sentence that says why, or the request. */
  function request() {
    const isWhole = (field) => /^\d+$/.test(field.value.trim());
    const text = prompt.value, { context } = data;
    if (!text) return [prompt, "The prompt is empty; give the beginning of a text, such as “I think that”."];
    if (/\p{Cs}/u.test(text)) return [prompt, "The prompt is not valid Unicode text; type it anew."];
    if (!isWhole(seed)) return [seed, "The seed must be a whole number, 0 or more."];
    if (!isWhole(tokens) || Number(tokens.value) < 1) return [tokens, "The number of tokens must be a whole number, 1 or more."];
    const ids = tokenizer.isFarTooLong(text) ? [] : tokenizer.encode(text);
    const room = context - ids.length + 1; // the model never reads the last token that it generates
    if (!ids.length || room < 1) return [prompt, `The prompt has more than ${context} tokens, the model's context; shorten it.`];
    const most = Number(tokens.value);
    if (most > room) return [tokens, `The prompt leaves no room for more than ${counted(room)} in a context of ${context}.`];
    return { ids, most, seed: seed.value.trim(), settings: dials.settings() };
  }

  /** Return a text with unprintable characters written as escapes, as the cards have them. */
  function printable(text) {
    return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
      if (character === "\n" || character === "\u200d") return character;
      const code = character.codePointAt(0), digits = code < 256 ? 2 : code < 65536 ? 4 : 8;
      return `\\${{ 2: "x", 4: "u", 8: "U" }[digits]}${code.toString(16).padStart(digits, "0")}`;
    });
  }

  /** Add a token to the text; one that ends no character shows nothing by itself. */
  function add(step, decoder) {
    const option = document.createElement("span");
    const isEnd = step.picked === tokenizer.eos;
    const text = isEnd ? "" : printable(decoder.decode(tokenizer.bytes[step.picked], { stream: true }));
    option.id = `drawn-${steps.length}`;
    option.textContent = text;
    option.className = `${isEnd ? "end" : text ? "" : "part"} ${CLASSES[LEVELS.findIndex((least) => step.own >= least)]}`.trim();
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.setAttribute("aria-label", `${names[step.picked]}, ${dials.percent(step.own)} %`);
    written.append(option);
    written.scrollTop = written.scrollHeight;
    steps.push(step);
  }

  /** Show one token's chance and the table of its step. */
  function choose(at) {
    if (at === chosen || !steps[at]) return;
    written.children[chosen]?.setAttribute("aria-selected", "false");
    written.children[at].setAttribute("aria-selected", "true");
    written.setAttribute("aria-activedescendant", `drawn-${at}`);
    chosen = at;
    const { picked, own, p, how } = steps[at];
    byId("chosen").textContent = `Token ${at + 1}, “${names[picked]}”: model ${dials.percent(own)}\u202f%, with these settings ` +
      `${dials.percent(p)}\u202f%; ${how}.`;
    dials.show({ ...steps[at], title: `token ${at + 1}` });
  }

  function clear() {
    written.replaceChildren();
    written.removeAttribute("aria-activedescendant");
    [steps, chosen] = [[], -1];
    byId("chosen").textContent = "";
  }

  function finish(words) {
    run = null;
    form.querySelector("[type=submit]").textContent = "Draw";
    byId("summary").setAttribute("aria-live", "polite");
    fate.textContent = words;
  }

  async function draw({ ids, most, seed, settings }) {
    const mine = {};
    run = mine;
    clear();
    if (!isOpening) form.querySelector("[type=submit]").textContent = "Stop";
    byId("summary").setAttribute("aria-live", "off"); // it changes with every token
    fate.textContent = "Reading the prompt …";
    await frame();
    model ??= tinyModel.transformer(data);
    const cache = model.newCache(), random = numpyRandom(seed), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let hidden, start = performance.now();
    for (const id of ids) {
      if (run !== mine) return;
      hidden = model.step(id, cache);
      if (performance.now() - start < PREFILL_MS) continue;
      await frame();
      start = performance.now();
    }
    if (run !== mine) return;
    fate.textContent = "Drawing …";
    [written.hidden, byId("drawn-keys").hidden] = [false, false];
    for (let count = 1; run === mine; count += 1) {
      const step = { logits: model.logits(hidden), prompt: ids, generated: steps.map(({ picked }) => picked) };
      const { "model": own, "min-p": p } = dials.stages(step, settings);
      const u = random(), picked = sampler.pick(p, u);
      const how = settings.temperature === 0 ? "it has the largest score" : `drawn, u = ${u.toFixed(4)}`;
      add({ ...step, picked, own: own[picked], p: p[picked], how }, decoder);
      if (!isOpening) choose(steps.length - 1);
      const isEnd = picked === tokenizer.eos;
      if (isEnd || count === most) {
        const unfinished = written.children[count - 1 - isEnd];
        if (unfinished) unfinished.append(decoder.decode()); // the beginning of a character that never ended, as U+FFFD
        return finish(!isEnd ? `Stopped after ${counted(count)}.`
          : `The model ended the text ${count > 1 ? `after ${counted(count - 1)}` : "at once"}.`);
      }
      await frame();
      if (run === mine) hidden = model.step(picked, cache);
    }
  }

  function endOpening() {
    if (!isOpening) return;
    [isOpening, run] = [false, null];
    clear();
    [written.hidden, byId("drawn-keys").hidden] = [true, true];
  }

  function begin() {
    const wanted = request();
    const [field, problem] = Array.isArray(wanted) ? wanted : [null, ""];
    for (const each of [prompt, seed, tokens]) each.setAttribute("aria-invalid", String(each === field));
    if (!field) return draw(wanted);
    finish(problem);
    field.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    endOpening();
    if (run) finish(`You stopped it after ${counted(steps.length)}.`);
    else begin();
  });
  byId("next-seed").addEventListener("click", () => {
    if (/^\d+$/.test(seed.value.trim())) seed.value = String(BigInt(seed.value.trim()) + 1n);
    endOpening();
    begin();
  });
  written.addEventListener("pointerover", ({ target }) => choose([...written.children].indexOf(target)));
  written.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(to, steps.length - 1)));
    written.children[chosen]?.scrollIntoView({ block: "nearest" });
  });

  prompt.value = first;
  dials.show({ logits, prompt: tokenizer.encode(first), generated: [], title: "the token after the prompt on top" });
  begin();
})();
