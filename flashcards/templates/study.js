"use strict";
// One card at a time, in deck order or shuffled, all of them or those about something. Without this, the page is a list.
(() => {
  const byId = (id) => document.getElementById(id);
  const list = byId("cards");
  const deckOrder = [...list.children];
  const seen = new Set();
  const state = { order: deckOrder, shown: deckOrder, at: 0, seed: 0, choice: "" };

  // mulberry32: the same seed gives the same order in every browser.
  const dice = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };

  const shuffled = (cards, seed) => {
    const draw = dice(seed);
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(draw() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };

  const details = (card) => card.firstElementChild;
  const summary = (card) => details(card).firstElementChild;
  /** The question as a screen reader should say it: of a picture its description, not every label. */
  const question = (card) => {
    const words = summary(card).querySelector(".front").cloneNode(true);
    for (const label of words.querySelectorAll("svg.picture text")) label.remove();
    for (const each of words.querySelectorAll("svg.picture > title, svg.picture > desc")) each.prepend(" ");
    return words.textContent;
  };
  const isOne = () => list.classList.contains("one");

  const remember = () => {
    const parts = new URLSearchParams();
    if (state.seed) parts.set("order", state.seed);
    if (state.choice) parts.set("cards", state.choice);
    if (isOne() && state.at) parts.set("at", state.shown[state.at].id.slice("card-".length));
    try { history.replaceState(null, "", `#${parts}`); } catch { /* some browsers allow that only so often */ }
  };

  const tell = (news = "") => {
    const { shown, at } = state;
    const opened = shown.filter((card) => seen.has(card)).length;
    byId("opened").max = shown.length;
    byId("opened").value = opened;
    const noun = shown.length === 1 ? "card" : "cards";
    byId("position").textContent = isOne() ? `Card ${at + 1} of ${shown.length}.` : `${shown.length} ${noun}.`;
    const order = state.seed ? `Order ${state.seed}, kept in the address of this page. ` : "";
    const done = opened === shown.length ? "You have opened every answer." : `${opened} opened.`;
    byId("news").textContent = `${news}${order}${done}`;
    byId("question").textContent = isOne() ? question(shown[at]) : "";
    byId("previous").setAttribute("aria-disabled", String(at === 0));
    byId("next").setAttribute("aria-disabled", String(at === shown.length - 1));
    remember();
  };

  const go = (at, { focus = false, news = "" } = {}) => {
    list.querySelector(".current")?.classList.remove("current");
    state.at = Math.max(0, Math.min(at, state.shown.length - 1));
    const card = state.shown[state.at];
    card.classList.add("current");
    if (focus) summary(card).focus();
    tell(news);
  };

  const arrange = (news = "") => {
    list.querySelector(".last")?.classList.remove("last");
    for (const card of state.order) card.hidden = Boolean(state.choice) && !card.dataset.in.split(" ").includes(state.choice);
    state.shown = state.order.filter((card) => !card.hidden);
    state.shown.at(-1).classList.add("last");
    byId("sort").hidden = !state.seed;
    go(0, { news });
  };

  const reorder = (seed) => {
    state.seed = seed;
    state.order = seed ? shuffled(deckOrder, seed) : deckOrder;
    for (const card of deckOrder) details(card).open = false;
    seen.clear();
    list.replaceChildren(...state.order);
  };

  const step = (by, focus) => {
    const to = state.at + by;
    if (to < 0) tell("This is the first card. ");
    else if (to >= state.shown.length) tell("This is the last card. ");
    else go(to, { focus });
  };

  const recall = () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    const order = Number(parts.get("order"));
    const seed = Number.isInteger(order) && order > 0 && order < 2 ** 31 ? order : 0;
    const choice = byId("choice");
    choice.value = parts.get("cards") ?? "";
    if (choice.selectedIndex < 0) choice.value = "";
    state.choice = choice.value;
    if (seed !== state.seed) reorder(seed);
    const wanted = parts.get("at") ?? location.hash.slice("#card-".length);
    arrange();
    const at = state.shown.findIndex((card) => card.id === `card-${wanted}`);
    if (at > 0) go(at);
  };

  list.addEventListener("toggle", ({ target }) => {
    if (!target.open || list.classList.contains("printing")) return;
    seen.add(target.parentElement);
    if (!isOne()) state.at = state.shown.indexOf(target.parentElement);
    tell();
  }, true);
  list.addEventListener("focusin", ({ target }) => {
    if (!isOne()) state.at = Math.max(0, state.shown.indexOf(target.closest("li")));
  });
  byId("choice").addEventListener("change", ({ target }) => { state.choice = target.value; arrange(); });
  byId("shuffle").addEventListener("click", () => { reorder(1 + Math.floor(Math.random() * 9999)); arrange("Shuffled. "); });
  byId("sort").addEventListener("click", () => { reorder(0); arrange("In deck order. "); byId("shuffle").focus(); });
  byId("all").addEventListener("click", ({ currentTarget }) => {
    const isAll = !list.classList.toggle("one");
    currentTarget.setAttribute("aria-pressed", String(isAll));
    byId("steps").hidden = isAll;
    tell();
  });
  // After a click by mouse the card has the focus, so that Space opens it; who came by keyboard stays on the button.
  byId("previous").addEventListener("click", ({ detail }) => step(-1, detail > 0));
  byId("next").addEventListener("click", ({ detail }) => step(1, detail > 0));
  byId("print").addEventListener("click", () => print());
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("select")) return;
    if (event.key === " " && event.target === document.body && isOne()) {
      event.preventDefault();
      summary(state.shown[state.at]).focus();
      summary(state.shown[state.at]).click();
      return;
    }
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    step(event.key === "ArrowRight" ? 1 : -1, true);
  });
  addEventListener("hashchange", recall);

  // Browsers that cannot print what is closed get it opened.
  if (!CSS.supports("selector(::details-content)")) {
    let closed = [];
    addEventListener("beforeprint", () => {
      list.classList.add("printing");
      closed = deckOrder.filter((card) => !details(card).open);
      for (const card of closed) details(card).open = true;
    });
    addEventListener("afterprint", () => {
      for (const card of closed) details(card).open = false;
      setTimeout(() => list.classList.remove("printing"));
    });
  }

  for (const id of ["tools", "where", "steps", "keys"]) byId(id).hidden = false;
  list.classList.add("one");
  recall();
})();
