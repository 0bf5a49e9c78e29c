"use strict";
// Read the answer to a numeric question, and look up which of the answers that came with the page it is.
const numbers = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const plain = (text) => text.replace(/[\u2212\u2013]/g, "-").replace(/[{}[\]()<>"'`=≈~]/g, " ").trim();

  function decimal(text, isWhole) {
    const digits = isWhole ? text.replace(/[.,](?=\d{3}(?!\d))/g, "") : text.replace(",", ".");
    return /\d/.test(digits) ? Number(digits) : NaN;
  }

  // A number such as 0.73, .73, 0,73, 73 %, 11/15 or 1e-3, perhaps with its unit; NaN if it is none.
  function number(text, isWhole) {
    const [, body, percent] = /^([^%a-df-zA-DF-Z]*)(%?)[^\d]*$/.exec(text.replace(/\s/g, "")) ?? ["", ""];
    const [above, below = "1", ...more] = body.split("/").map((part) => decimal(part, isWhole));
    return more.length ? NaN : above / below / (percent ? 100 : 1);
  }

  function read(text, { size, words, isWhole, answers }) {
    const parts = plain(text).split(/[\s,;]+/).filter(Boolean);
    if (words.length) {
      const named = parts.map((part) => words.find((word) => word.toLowerCase() === part.toLowerCase()));
      return named.includes(undefined) ? [] : words.filter((word) => named.includes(word));
    }
    if (typeof answers[0].limits[0][0] === "string") return parts;
    const separators = size === 1 ? [/$^/] : [/;/, /,(?= )/, /\s+/, /,/];
    const split = separators.map((separator) => plain(text).split(separator)).find((rows) => rows.length === size) ?? [];
    const values = split.map((part) => number(part.trim(), isWhole));
    return values.every(Number.isFinite) ? values : [];
  }

  // Return the score and the message, or what is missing.
  function judge(article) {
    const facts = data[article.dataset.number];
    const given = read(article.querySelector("[name=number]").value, facts);
    if (!given.length) return { missing: article.querySelector(".how").textContent };
    const fits = ([low, high], place) => low <= given[place] && given[place] <= high;
    const known = facts.answers.find(({ limits }) => limits.length === given.length && limits.every(fits));
    return { notes: [], score: known?.score ?? 0, message: known?.message ?? "" };
  }

  return { judge };
})();
