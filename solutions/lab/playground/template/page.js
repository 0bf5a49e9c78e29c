// The dials: recompute the chances when a slider moves, for the step that is shown: at first the prompt's next token.
const dials = (() => {
  const byId = (id) => document.getElementById(id);
  const { logits, shown, topKs, names } = JSON.parse(byId("data").textContent);
  const section = byId("dials"), form = byId("settings");
  const NAMES = ["temperature", "top-k", "top-p", "min-p", "repetition", "frequency", "presence"];
  const inputs = Object.fromEntries(NAMES.map((name) => [name, byId(name)]));
  const OFF = { "top-k": 0, "top-p": 1, "min-p": 0, "repetition": 1, "frequency": 0, "presence": 0 };
  const PENALTIES = ["repetition", "frequency", "presence"];
  let step = { logits, rows: shown, prompt: [], generated: [], title: "the token after the prompt on top" };

  function values() {
    const read = (name) => (inputs[name] ? Number(inputs[name].value) : OFF[name]);
    return { ...Object.fromEntries(NAMES.map((name) => [name, read(name)])), "top-k": topKs[read("top-k")] };
  }

  const isOn = (now, name) => now[name] !== OFF[name];

  /** Return the settings as the sampler takes them. */
  function settings() {
    const now = values(), camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return Object.fromEntries(NAMES.map((name) => [camel(name), now[name]]));
  }

  /** Return the probabilities of a step's tokens after each stage. */
  function stages({ logits, prompt, generated }, chosen) {
    return sampler.stages(logits, sampler.penalized(logits, prompt, generated, chosen), chosen);
  }

  // The same digits as render.py writes.
  function percent(p) {
    if (p === 0 || p === 1) return String(p * 100);
    if (p < 0.0001) return "<0.01";
    if (p < 0.01) return (Math.floor(p * 10000 + 0.5) / 100).toFixed(2);
    const tenths = Math.floor(p * 1000 + 0.5);
    return tenths < 1000 ? (tenths / 10).toFixed(1) : ">99.9";
  }

  function draw(cell, before, after) {
    const isCut = after === 0 && before > 0;
    cell.classList.toggle("cut", isCut);
    cell.querySelector("span").textContent = isCut ? "cut" : percent(after);
    cell.querySelector("rect").setAttribute("width", `${after * 100}%`);
  }

  function fillTable(p) {
    const { rows, picked, title } = step;
    const isShown = new Set(rows);
    const rest = p.map(([, chances]) => sampler.sum(chances.filter((_, id) => !isShown.has(id))));
    section.querySelectorAll("tbody tr").forEach((row, line) => {
      const chances = line < rows.length ? p.map(([, each]) => each[rows[line]]) : rest;
      row.querySelectorAll("td").forEach((cell, at) => draw(cell, at ? chances[at - 1] : 0, chances[at]));
      row.classList.toggle("picked", line < rows.length && rows[line] === picked);
      if (line < rows.length) row.querySelector("bdi").textContent = names[rows[line]];
    });
    section.querySelector("caption").textContent = `Chances of ${title}, in percent`;
  }

  function nameSettings() {
    const now = values();
    const words = (name) => (isOn(now, name) ? String(now[name]) : "off");
    const spoken = { "temperature": now.temperature === 0 ? "0, greedy" : words("temperature") };
    spoken["top-k"] = now["top-k"] === 0 ? "off" : now["top-k"] === 1 ? "1 token" : `${now["top-k"]} tokens`;
    for (const name of NAMES.filter((each) => inputs[each])) {
      byId(`${name}-value`).textContent = words(name);
      inputs[name].setAttribute("aria-valuetext", spoken[name] ?? words(name));
    }
    const used = PENALTIES.filter((name) => isOn(now, name));
    if (byId("penalties-value")) byId("penalties-value").textContent = used.join(", ") || "off";
    const first = [...(used.length ? ["penalties"] : []), `T\u2009=\u2009${now.temperature}`].join(", ");
    for (const name of ["temperature", "top-k", "top-p", "min-p"]) {
      const title = name === "temperature" ? first : `${name} ${words(name)}`;
      section.querySelector(`thead th[data-step="${name}"]`).textContent = title;
    }
  }

  function update() {
    const p = Object.entries(stages(step, settings()));
    fillTable(p);
    nameSettings();
    const warmed = p[1][1], drawn = p.at(-1)[1];
    const left = drawn.filter((each) => each > 0).length;
    const lost = sampler.sum(warmed.filter((_, id) => drawn[id] === 0));
    byId("summary").textContent =
      `${left} of ${drawn.length} tokens ${left === 1 ? "is" : "are"} left to draw from.` +
      (lost > 0 ? ` What the filters cut had ${percent(lost)}\u202f%.` : "");
  }

  /** Show the table of a step; its rows are the likeliest tokens, and the picked one. */
  function show(next) {
    step = { rows: sampler.ranked(next.logits).slice(0, shown.length), ...next };
    if ("picked" in step && !step.rows.includes(step.picked)) step.rows = [...step.rows.slice(0, -1), step.picked];
    update();
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update)); // the inputs change after this event
  for (const link of document.querySelectorAll("a[data-temperature]")) {
    link.hidden = false;
    link.addEventListener("click", (event) => {
      event.preventDefault(); // following the link would take the focus away again
      form.reset();
      for (const name of NAMES) if (inputs[name] && link.hasAttribute(`data-${name}`)) inputs[name].value = link.getAttribute(`data-${name}`);
      update();
      section.scrollIntoView();
      inputs.temperature.focus({ preventScroll: true });
    });
  }
  section.hidden = false;
  update();
  return { settings, stages, show, percent };
})();
