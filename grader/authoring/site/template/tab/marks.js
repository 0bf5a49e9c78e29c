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
  for (const link of document.querySelectorAll("main a, .site-units a")) {
    if (status.get(link.href) === "pass") put(link, "passed", " ✓ passed");
  }
  for (const unit of document.querySelectorAll(".cards > li")) {
    const folder = new URL(".", unit.querySelector("a").href).href, tasks = [...status.keys()].filter((address) => address.startsWith(folder));
    const passed = tasks.filter((address) => status.get(address) === "pass").length;
    if (passed) put(unit.querySelector(".time"), "counted", `, ${passed} of ${tasks.length} passed`);
  }
  const passed = [...status.values()].filter((each) => each === "pass").length;
  if (passed) put(document.querySelector(".site-nav"), "site-progress", `${passed} of ${status.size} passed`);
}

showMarks();
store.watch(showMarks);
