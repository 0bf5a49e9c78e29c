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
  const passed = new Set(exercises.filter((id) => store.standing(id).status === "pass"));
  const tasks = new Set([...passed].map((id) => new URL(`units/${id}.html`, site).href));
  for (const link of document.querySelectorAll("main a, .site-units a")) {
    if (tasks.has(link.href)) put(link, "passed", " ✓ passed");
  }
  for (const link of document.querySelectorAll(".units h3 a, .site-units a")) {
    const own = exercises.filter((id) => link.href === new URL(`units/${id.split("/")[0]}/index.html`, site).href);
    const count = own.filter((id) => passed.has(id)).length;
    if (count) put(link, "counted", ` ${count} of ${own.length} passed`);
  }
  if (passed.size) put(document.querySelector(".site-nav"), "site-progress", `${passed.size} of ${exercises.length} passed`);
}

showMarks();
store.watch(showMarks);
