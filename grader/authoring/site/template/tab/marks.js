// Show what has passed: a mark beside the links to tasks, and how many in the navigation and in each unit.
import { openStore } from "./store.js";

const { course, exercises } = JSON.parse(document.getElementById("data").textContent);
const store = openStore(course);
const site = new URL("../", import.meta.url);

function put(place, name, text) {
  let mark = place.querySelector(`:scope > .${name}`);
  if (!mark) {
    mark = document.createElement("span");
    mark.className = name;
    place.append(mark);
  }
  mark.textContent = text;
}

export function showMarks() {
  const status = new Map(exercises.map((id) => [new URL(`units/${id}.html`, site).href, store.standing(id).status]));
  const count = (links) => {
    const known = new Set([...links].map((link) => link.href).filter((address) => status.has(address)));
    return [[...known].filter((address) => status.get(address) === "pass").length, known.size];
  };
  for (const link of document.querySelectorAll("main a")) {
    if (status.get(link.href) === "pass") put(link, "passed", " ✓ passed");
  }
  for (const unit of document.querySelectorAll(".units > li")) {
    const [passed, all] = count(unit.querySelectorAll("a"));
    if (passed) put(unit.querySelector("small"), "counted", `, ${passed} of ${all} passed`);
  }
  const passed = [...status.values()].filter((each) => each === "pass").length;
  if (passed) put(document.querySelector(".site-nav"), "site-progress", `${passed} of ${status.size} passed`);
}

showMarks();
store.watch(showMarks);
