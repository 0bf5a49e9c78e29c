"use strict";
// Mark answers, and say what they reveal. What is said stands in the closed answer of each question, and is copied.
(() => {
  const facts = JSON.parse(document.getElementById("data").textContent);
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

  // Every marker returns the score and the notes to show, or what is missing. Each kind of question brings its own.
  const markers = {
    /* markers */
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
