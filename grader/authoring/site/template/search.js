"use strict";
// Finds pages and terms by the words of the box: whole words count more than beginnings, and titles more than other words.
(() => {
  const box = document.querySelector("#main input"), list = document.getElementById("found"), said = document.getElementById("said");
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const places = PLACES.map(([path, title, others]) => ({ path, title, others, words: [wordsOf(title), wordsOf(others.join(" "))] }));

  /** Return how well a word is found among others, from 0 to 2. */
  const found = (word, words) => (words.includes(word) ? 2 : words.some((each) => each.startsWith(word)) ? 1 : 0);

  function search() {
    const wanted = wordsOf(box.value), title = plain(box.value.trim());
    const scored = places.map((place) => {
      const scores = wanted.map((word) => Math.max(3 * found(word, place.words[0]), found(word, place.words[1])));
      const score = scores.some((each) => each === 0) ? 0 : scores.reduce((sum, each) => sum + each, plain(place.title) === title ? 9 : 0);
      return { place, score };
    });
    const hits = scored.filter(({ score }) => score).sort((a, b) => b.score - a.score).slice(0, 20);
    list.replaceChildren(...hits.map(({ place }) => {
      const item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("p");
      [link.href, link.textContent] = [place.path, place.title];
      about.textContent = place.others.join(" · ").slice(0, 160);
      item.append(link, about);
      return item;
    }));
    said.textContent = !wanted.length ? "" : `${hits.length} place${hits.length === 1 ? "" : "s"} found.`;
  }

  box.value = new URLSearchParams(location.search).get("q") ?? "";
  box.addEventListener("input", search);
  search();
})();
