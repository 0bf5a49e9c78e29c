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

  // Every marker returns the score and the notes to show, or what is missing.
  const markers = {
    single: (article) => {
      const chosen = article.querySelector("[name=choice]:checked");
      if (!chosen) return { missing: "Choose an answer first." };
      const note = noteFor(article, chosen.value);
      return { score: "right" in note.dataset ? 1 : 0, notes: [note, ...unchosen(article, [note])] };
    },
    multiple: (article) => {
      const inputs = all(article, "[name=choice]");
      const chosen = inputs.filter((input) => input.checked);
      if (!chosen.length) return { missing: "Choose at least one answer first." };
      const isRight = (input) => "right" in noteFor(article, input.value).dataset;
      const right = chosen.filter(isRight).length;
      const noted = inputs.filter((input) => input.checked || isRight(input));
      return { score: Math.max(0, 2 * right - chosen.length), notes: noted.map((input) => noteFor(article, input.value)) };
    },
    true_false: (article) => {
      const verdict = article.querySelector("[name=verdict]:checked");
      const why = article.querySelector("[name=choice]:checked");
      if (!verdict || !why) return { missing: "Choose true or false, and the reason." };
      const note = noteFor(article, why.value);
      const right = article.querySelector(".verdict").dataset.true;
      const isRight = verdict.value === right;
      const message = `The statement is ${right === "yes" ? "true" : "false"}.`;
      return { score: isRight + (isRight && "right" in note.dataset), notes: [note, ...unchosen(article, [note])], message };
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
      return { score: selects.length - wrong.length, notes: wrong };
    },
    numeric: (article) => numbers.judge(article),
  };

  function unchosen(article, chosen) {
    return all(article, ".notes > [data-right]").filter((note) => !chosen.includes(note));
  }

  function show(article, { score, notes, message, missing }) {
    const most = Number(article.dataset.points);
    const result = article.querySelector(".result");
    const isRight = score === most;
    result.className = `result ${missing ? "" : isRight ? "right" : score ? "" : "wrong"}`;
    if (missing) {
      result.replaceChildren(paragraph("head", missing));
      return;
    }
    const head = isRight ? "Right." : score ? `Partly right: ${points(score, most)}.` : "Not right.";
    const list = document.createElement("ul");
    list.className = "notes";
    list.append(...notes.map((note) => note.cloneNode(true)));
    result.replaceChildren(
      paragraph("head", head),
      ...(message ? [paragraph("message", message)] : []),
      ...(notes.length ? [list] : []),
      ...(isRight ? [] : all(article, ".answer > .key, .answer > .working").map((part) => part.cloneNode(true))),
      article.querySelector(".answer > .explanation").cloneNode(true),
    );
    scores.set(article.id, score);
    document.getElementById("answered").textContent = scores.size;
    document.getElementById("points").textContent = [...scores.values()].reduce((sum, score) => sum + score, 0);
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
    for (const button of all(article, "[data-move]")) button.addEventListener("click", () => move(button));
    for (const hidden of all(article, ".buttons, .moves")) hidden.hidden = false;
  }
  document.getElementById("score").hidden = false;
})();
