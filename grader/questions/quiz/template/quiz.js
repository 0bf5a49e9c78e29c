// Mark answers, and say what they reveal. What is said stands in the closed answer of each question, and is copied.
(() => {
  const scores = new Map();
  const articles = [...document.querySelectorAll("article")];

  const paragraph = (name, words) => {
    const made = document.createElement("p");
    made.className = name;
    made.textContent = words;
    return made;
  };
  const all = (within, selector) => [...within.querySelectorAll(selector)];
  const noteFor = (article, index) => article.querySelector(`.notes > [data-choice="${index}"]`);
  const points = (score, most) => `${score} of ${most} ${most === 1 ? "point" : "points"}`;

  const isRight = (article, input) => "right" in noteFor(article, input.value).dataset;

  // Every marker returns the score, the notes on what was chosen, and pairs of a place to mark and its being right; or what is missing.
  const markers = {
    single: (article) => {
      const chosen = article.querySelector("[name=choice]:checked");
      if (!chosen) return { missing: "Choose an answer first." };
      return { score: Number(isRight(article, chosen)), notes: [noteFor(article, chosen.value)], marks: [[chosen, isRight(article, chosen)]] };
    },
    multiple: (article) => {
      const inputs = all(article, "[name=choice]");
      const chosen = inputs.filter((input) => input.checked);
      if (!chosen.length) return { missing: "Choose at least one answer first." };
      const marks = chosen.map((input) => [input, isRight(article, input)]);
      const score = marks.reduce((sum, [, right]) => sum + (right ? 1 : -1), 0);
      return { score: Math.max(0, score), notes: chosen.map((input) => noteFor(article, input.value)), marks };
    },
    true_false: (article) => {
      const verdict = article.querySelector("[name=verdict]:checked");
      const why = article.querySelector("[name=choice]:checked");
      if (!verdict || !why) return { missing: "Choose true or false, and the reason." };
      const isTrue = verdict.value === article.querySelector(".verdict").dataset.true, isReason = isRight(article, why);
      const marks = [[verdict, isTrue], [why, isReason]];
      return { score: isTrue + (isTrue && isReason), notes: [noteFor(article, why.value)], marks };
    },
    ordering: (article) => {
      const order = all(article, ".steps > li").map((item) => Number(item.dataset.choice));
      const early = order.filter((step, place) => step > 0 && order.indexOf(step - 1) > place).sort((a, b) => a - b);
      const chains = []; // the length of the longest chain that ends at each place
      order.forEach((step, place) => {
        const before = chains.filter((_, other) => order[other] < step);
        chains[place] = 1 + Math.max(0, ...before);
      });
      return { score: Math.max(...chains) - 1, notes: early.map((step) => noteFor(article, step)) };
    },
    matching: (article) => {
      const selects = all(article, ".pairs select");
      if (selects.some((select) => select.value === "")) return { missing: "Choose something for every line first." };
      const wrong = selects.flatMap((select, pair) => (Number(select.value) === pair ? [] : [noteFor(article, pair)]));
      const marks = selects.map((select, pair) => [select, Number(select.value) === pair]);
      return { score: selects.length - wrong.length, notes: wrong, marks };
    },
    numeric: (article) => numbers.judge(article),
  };

  /** Count the points of an answer: half of them after the first one, none after the right answer has been shown. */
  function count(article, score) {
    const worth = !scores.has(article.id) ? 1 : article.dataset.shown ? 0 : 0.5;
    scores.set(article.id, Math.max(scores.get(article.id) ?? 0, score * worth));
    document.getElementById("answered").textContent = scores.size;
    document.getElementById("points").textContent = [...scores.values()].reduce((sum, each) => sum + each, 0);
  }

  function show(article, { score, notes, message, missing, marks = [] }) {
    const most = Number(article.dataset.points);
    const result = article.querySelector(".result");
    const isWhole = score === most;
    for (const marked of all(article, "[data-mark]")) delete marked.dataset.mark;
    for (const [input, right] of marks) input.closest("li, label").dataset.mark = right ? "right" : "wrong";
    result.className = `result ${missing ? "" : isWhole ? "right" : score ? "" : "wrong"}`;
    if (missing) {
      result.replaceChildren(paragraph("head", missing));
      return;
    }
    const head = isWhole ? "Right." : score ? `Partly right: ${points(score, most)}.` : "Not right.";
    const list = document.createElement("ul");
    list.className = "notes";
    list.append(...notes.map((note) => note.cloneNode(true)));
    result.replaceChildren(
      paragraph("head", head),
      ...(message ? [paragraph("message", message)] : []),
      ...(notes.length ? [list] : []),
      ...(isWhole ? [article.querySelector(".answer > .explanation").cloneNode(true)] : []),
    );
    count(article, score);
  }

  function move(button) {
    const item = button.closest("li"), list = item.parentElement;
    const other = button.dataset.move === "1" ? item.nextElementSibling : item.previousElementSibling;
    const name = item.querySelector(".letter").textContent;
    if (other) {
      button.dataset.move === "1" ? other.after(item) : other.before(item);
      button.focus(); // moving it took the focus away
    }
    const place = [...list.children].indexOf(item) + 1;
    const result = button.closest("article").querySelector(".result");
    result.className = "result";
    result.replaceChildren(paragraph("head", `${name} is now number ${place} of ${list.children.length}.`));
  }

  for (const article of articles) {
    article.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      show(article, markers[article.dataset.kind](article));
    });
    article.querySelector("details").addEventListener("toggle", () => { article.dataset.shown = "yes"; });
    for (const button of all(article, "[data-move]")) button.addEventListener("click", () => move(button));
    for (const hidden of all(article, ".buttons, .moves")) hidden.hidden = false;
  }
  document.getElementById("score").hidden = false;
})();
