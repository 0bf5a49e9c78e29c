"use strict";
const MM = 25.4 / 96;
const TOLERANCE = 0.3; // lengths are whole pixels here

/** Say which texts are longer or wider than their cards, and by how many millimetres. */
function measure() {
  const found = [];
  for (const body of document.querySelectorAll(".body")) {
    const face = body.parentElement;
    const text = body.firstElementChild;
    const amounts = [[(text.offsetHeight - body.clientHeight) * MM, "long"], [(text.scrollWidth - body.clientWidth) * MM, "wide"]];
    const words = amounts.filter(([amount]) => amount > TOLERANCE).map(([amount, what]) => `${amount.toFixed(1)} mm too ${what}`);
    face.classList.toggle("too-long", words.length > 0);
    if (words.length) {
      const side = face.classList.contains("question") ? "question" : "answer";
      found.push(`${face.dataset.card}: its ${side} is ${words.join(" and ")}.`);
    }
  }
  const warning = document.querySelector(".warning");
  warning.replaceChildren();
  if (!found.length) return;
  const first = document.createElement("p");
  first.textContent = "Some texts do not fit on their cards. Take a layout with larger cards, or shorten them.";
  const list = document.createElement("ul");
  for (const words of found) list.appendChild(document.createElement("li")).textContent = words;
  warning.append(first, list);
}

document.fonts.ready.then(measure);
const button = document.querySelector("button");
button.hidden = false;
button.addEventListener("click", () => window.print());
