"use strict";
// Recompute the chances when a slider moves. The rules are those of solutions/picking/sampler_pipeline.py:
// temperature, then top-k, then top-p; among equals the lower id goes first; temperature 0 leaves one token.
(() => {
  const { logits, shown, topKs } = JSON.parse(document.getElementById("data").textContent);
  const dials = document.getElementById("dials");
  const form = dials.querySelector("form");
  const [temperature, topK, topP] = ["temperature", "top-k", "top-p"].map((id) => document.getElementById(id));
  const isShown = new Set(shown);

  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
  const shareOut = (p) => { const total = sum(p); return p.map((each) => each / total); };

  function atTemperature(T) {
    const largest = Math.max(...logits);
    if (T === 0) {
      const best = logits.indexOf(largest);
      return logits.map((_, id) => (id === best ? 1 : 0));
    }
    return shareOut(logits.map((logit) => Math.exp((logit - largest) / T)));
  }

  const ranked = (p) => p.map((_, id) => id).sort((a, b) => p[b] - p[a] || a - b);

  function keep(p, ids) {
    const kept = new Set(ids);
    return shareOut(p.map((each, id) => (kept.has(id) ? each : 0)));
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

  function stages(T, k, share) {
    const warmed = atTemperature(T);
    const top = k === 0 ? warmed : keep(warmed, ranked(warmed).slice(0, k));
    return {
      "model": atTemperature(1),
      "temperature": warmed,
      "top-k": top,
      "top-p": share === 1 ? top : keep(top, nucleus(top, share)),
    };
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

  function name(input, output, words, spoken) {
    document.getElementById(output).textContent = words;
    input.setAttribute("aria-valuetext", spoken);
  }

  function update() {
    const T = Number(temperature.value), k = topKs[Number(topK.value)], share = Number(topP.value);
    const p = Object.entries(stages(T, k, share));
    const rest = p.map(([, chances]) => sum(chances.filter((_, id) => !isShown.has(id))));
    dials.querySelectorAll("tbody tr").forEach((row, line) => {
      const chances = line < shown.length ? p.map(([, each]) => each[shown[line]]) : rest;
      row.querySelectorAll("td").forEach((cell, step) => draw(cell, step ? chances[step - 1] : 0, chances[step]));
    });
    const kWords = k === 0 ? "off" : String(k), pWords = share === 1 ? "off" : String(share);
    name(temperature, "temperature-value", String(T), T === 0 ? "0, greedy" : String(T));
    name(topK, "top-k-value", kWords, k === 0 ? "off" : k === 1 ? "1 token" : `${k} tokens`);
    name(topP, "top-p-value", pWords, pWords);
    const titles = { "temperature": `T\u2009=\u2009${T}`, "top-k": `top-k ${kWords}`, "top-p": `top-p ${pWords}` };
    for (const [step, title] of Object.entries(titles)) {
      dials.querySelector(`thead th[data-step="${step}"]`).textContent = title;
    }
    const warmed = p[1][1], drawn = p[3][1];
    const left = drawn.filter((each) => each > 0).length;
    const lost = sum(warmed.filter((_, id) => drawn[id] === 0));
    document.getElementById("summary").textContent =
      `${left} of ${logits.length} tokens ${left === 1 ? "is" : "are"} left to draw from.` +
      (lost > 0 ? ` What top-k and top-p cut had ${percent(lost)}\u202f%.` : "");
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update)); // the inputs change after this event
  for (const link of document.querySelectorAll("a[data-temperature]")) {
    link.hidden = false;
    link.addEventListener("click", (event) => {
      event.preventDefault(); // following the link would take the focus away again
      [temperature.value, topK.value, topP.value] = [link.dataset.temperature, link.dataset.topK, link.dataset.topP];
      update();
      dials.scrollIntoView();
      temperature.focus({ preventScroll: true });
    });
  }
  dials.hidden = false;
  update();
})();
