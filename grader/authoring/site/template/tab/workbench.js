// A task page on which the function is written and checked: task, editor and verdict. The engine in the worker judges.
import { openEditor } from "./editor.js";
import { EndedError, startEngine } from "./engine.js";
import { showMarks } from "./marks.js";
import { find, makeElement, makeNodes } from "./parts.js";
import { offerSettings, offerSpeech } from "./speak.js";
import { openStore } from "./store.js";

const CHECK_SECONDS = 60; // naming a mistake may take long, and is no fault of the function
const LINE_SECONDS = 10;
const page = JSON.parse(find("#data").textContent);
const { id } = page;
const store = openStore(page.course);
const engine = startEngine(showState);
const hints = [...document.querySelectorAll("details.hint")];
let isChecking = false;
let isKept = true;
let isAsked = false;

document.querySelectorAll(".bench > [hidden]").forEach((part) => (part.hidden = false));
find("#no-storage").hidden = store.isKept;
const editor = openEditor(find("#editor"), { text: store.readFile(id) ?? page.stub, label: "Your function", change: keepFile });

// --- the engine and the storage -------------------------------------------------------------------

function showState({ loaded, isReady, isBusy, failed }) {
  if (loaded && !find("#loading").hidden) { // a later engine starts in the background
    find("#loading").value = loaded;
    find("#status").textContent = isChecking ? "Python is loading; the check runs then." : "Python is loading.";
  }
  if (isReady || failed) find("#loading").hidden = true;
  if (failed) find("#status").textContent = failed;
  else if (isReady && !isChecking) find("#status").textContent = "Python is ready.";
  find("#stop").hidden = !(isBusy && isChecking);
}

function keepFile() {
  editor.mark(null);
  try {
    store.writeFile(id, editor.read());
    isKept = true;
  } catch {
    isKept = false;
    find("#files-said").textContent = "This browser's storage is full, so your last change is not kept. Download your files.";
  }
}

function readAgain() {
  const text = (store.readFile(id) ?? page.stub).replace(/\r\n?/g, "\n");
  if (isKept && text !== editor.read()) editor.write(text);
}

const work = () => {
  const { exercises } = store.readProgress();
  return { files: store.readFiles(), passed: page.exercises.filter((name) => exercises[name]?.status === "pass") };
};
const otherFiles = () => JSON.stringify({ ...store.readFiles(), [id]: undefined });

/** Note an event of this exercise in the progress. */
async function note(event) {
  await store.alone(id, async () => {
    const progress = JSON.stringify(store.readProgress(id));
    store.writeProgress(await engine.ask("note", [progress, JSON.stringify({ ...event, id })]));
  });
}

// --- checking -------------------------------------------------------------------------------------

/** Return what the engine says of a text. If it had to be ended in a call, a new one judges without that call; `waits` is told. */
async function judge(name, source, files, progress, waits = () => {}, last = "") {
  try {
    const found = await engine.ask("check", [name, source, files, progress, last], { seconds: CHECK_SECONDS, isFirst: Boolean(last) });
    if (found.is_modified) engine.restart();
    return found;
  } catch (error) {
    if (!(error instanceof EndedError) || !error.call || error.call === last) throw error;
    waits(error);
    return judge(name, source, files, progress, waits, error.call);
  }
}

async function check() {
  if (isChecking) return;
  isChecking = true;
  find("#check").setAttribute("aria-disabled", "true");
  find("#status").textContent = "Checking …";
  const source = editor.read();
  try {
    const found = await store.alone(id, async () => {
      const given = [otherFiles(), JSON.stringify(store.readProgress(id))];
      const judged = await judge(id, source, ...given, (error) => (find("#status").textContent = `${error.message} Python starts anew, then says in which call.`));
      if (judged.progress) store.writeProgress(judged.progress);
      return judged;
    });
    find("#status").textContent = found.error ?? "Checked.";
    if (!found.error) showVerdict(found, source);
  } catch (error) {
    find("#status").textContent = error instanceof EndedError ? `${error.message} Nothing was judged.` : error.message;
  }
  isChecking = false;
  find("#check").removeAttribute("aria-disabled");
  find("#stop").hidden = true;
}

function showVerdict({ document: { status }, html, line }, source) {
  find("#verdict").replaceChildren(...makeNodes(html));
  editor.mark(source === editor.read() ? line : null);
  const isPassed = status === "pass";
  find("#by-hand").hidden = true;
  find("#console").hidden = true;
  find("#try-offer").hidden = isPassed || status === "not-attempted";
  find("#after").hidden = !isPassed;
  showMarks();
  if (isPassed) showAfter(source);
}

window.checkExercise = async (name, source) => {
  if (typeof source !== "string" || !source.trim()) throw new Error("There is no text to check; give it as the second argument.");
  const { document: found, error } = await judge(String(name), source, "{}", "");
  if (error) throw new Error(error);
  return found;
};

// --- before the first check: the question by hand, and the hints -----------------------------------

function offerByHand(expression) {
  const { by_hand: answered, status, failed_checks: failed } = store.standing(id);
  find("#by-hand-asked").textContent = expression ?? "";
  find("#by-hand").hidden = !expression || Boolean(answered) || status === "pass" || failed > 0;
}

find("#by-hand").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { is_right: isRight, words } = await engine.ask("answer", ["answer_by_hand", id, find("#by-hand-answer").value]);
  find("#by-hand-said").textContent = words;
  if (isRight === null) return;
  find("#by-hand").hidden = isRight;
  await note({ by_hand: isRight ? "right" : "wrong" });
});

find("#by-hand-skip").addEventListener("click", () => {
  find("#by-hand").hidden = true;
  find("#by-hand-said").textContent = "";
  note({ by_hand: "skipped" });
});

function showHints() {
  const taken = store.standing(id).hints ?? 0;
  hints.forEach((hint, index) => (hint.hidden = index > Math.max(taken, hints.findLastIndex(({ open }) => open) + 1)));
}

hints.forEach((hint, index) => hint.addEventListener("toggle", () => {
  showHints();
  if (hint.open && index >= (store.standing(id).hints ?? 0)) note({ hint: index + 1 });
}));

// --- a console with the call ----------------------------------------------------------------------

const lines = find("#console-lines");

function print(text) {
  lines.append(text.endsWith("\n") || !text ? text : `${text}\n`);
  lines.scrollTop = lines.scrollHeight;
}

async function askConsole(...request) {
  try {
    const found = await engine.ask("answer", request, { seconds: LINE_SECONDS });
    if (found.error) print(found.error);
    return found;
  } catch (error) {
    print(`${error.message} Python starts anew: open the call again.`);
    find("#console").hidden = true;
    find("#try-offer").hidden = false;
    find("#status").textContent = `${error.message} Python starts anew.`;
    return {};
  }
}

find("#try").addEventListener("click", async () => {
  find("#try-offer").hidden = true;
  find("#console").hidden = false;
  lines.replaceChildren();
  const { code } = await askConsole("open_call", id, editor.read(), otherFiles());
  if (code) await runLine(code);
  find("#console-line").focus();
});

async function runLine(text) {
  const line = find("#console-line");
  print(text.replace(/^/gm, line.dataset.more ? "... " : ">>> "));
  const { output = "", is_incomplete: isIncomplete } = await askConsole("run_line", (line.dataset.more ?? "") + text);
  if (output) print(output);
  line.dataset.more = isIncomplete ? `${line.dataset.more ?? ""}${text}\n` : "";
}

find("#console").addEventListener("submit", (event) => {
  event.preventDefault();
  const { value } = find("#console-line");
  find("#console-line").value = "";
  runLine(value);
});

// --- after passing --------------------------------------------------------------------------------

async function showAfter(source) {
  const { explanation, solution } = await engine.ask("answer", ["explain", id]);
  find("#explanation").replaceChildren(...makeNodes(explanation));
  find("#solution").textContent = solution;
  find("#own").textContent = source;
  refreshSpeech();
  if (isAsked) return;
  isAsked = true;
  const asked = await engine.ask("answer", ["ask", id, source, otherFiles(), String(Math.random())], { seconds: LINE_SECONDS }).catch(() => ({}));
  find("#question").hidden = !asked.question;
  if (!asked.question) return;
  const shown = asked.shown.map(([name, text]) => makeElement("pre", `${name}  ${text}`));
  find("#question-asked").replaceChildren(makeElement("p", asked.question), ...shown);
  find("#question-answer").replaceChildren(...asked.options.map(([letter, text]) => {
    const label = makeElement("label", ` ${text}`, "choice");
    label.prepend(Object.assign(document.createElement("input"), { type: "radio", name: "answer", value: letter, required: true }));
    return label;
  }));
}

find("#question").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { is_right: isRight, answer, words } = await engine.ask("answer", ["answer", new FormData(event.target).get("answer")]);
  find("#question").hidden = true;
  find("#question-said").textContent = `${isRight ? "Right." : `Not quite: ${answer} is right.`} ${words}`;
});
find("#question-skip").addEventListener("click", () => (find("#question").hidden = true));

// --- the learner's files --------------------------------------------------------------------------

const say = (words) => (find("#files-said").textContent = words);
let before;

find("#download").addEventListener("click", async () => {
  try {
    const data = await engine.ask("pack", [JSON.stringify(store.readFiles()), JSON.stringify(store.readProgress())]);
    const link = document.createElement("a");
    Object.assign(link, { href: URL.createObjectURL(new Blob([data], { type: "application/zip" })), download: `${page.course}.zip` });
    link.click();
    URL.revokeObjectURL(link.href);
    say(`${link.download} is in your downloads.`);
  } catch (error) {
    say(error.message);
  }
});

find("#open").addEventListener("click", () => find("#zip").click());
find("#zip").addEventListener("change", async ({ target }) => {
  try {
    const opened = await engine.ask("open", [await target.files[0].arrayBuffer()]);
    if (opened.error) throw new Error(opened.error);
    before = store.all();
    store.openWork(opened);
    find("#undo").hidden = false;
    say(`The zip is open. Exercises begun in it: ${Object.keys(opened.files).length}.`);
    readAgain();
  } catch (error) {
    say(`${error.message} Nothing has changed.`);
  }
  target.value = "";
});

find("#reset").addEventListener("click", () => {
  before = store.all();
  editor.write(page.stub);
  keepFile();
  find("#undo").hidden = false;
  say("The stub is back.");
});

find("#undo").addEventListener("click", () => {
  store.replaceAll(before);
  find("#undo").hidden = true;
  say("All is as it was.");
  readAgain();
});

// --- start ----------------------------------------------------------------------------------------

find("#check").addEventListener("click", check);
find("#stop").addEventListener("click", () => engine.stop());
window.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  check();
}, { capture: true });

const refreshSpeech = offerSpeech(engine, work);
store.watch(readAgain);
showHints();
engine.ask("answer", ["describe", id]).then(({ by_hand: expression, settings }) => {
  offerByHand(expression);
  offerSettings(settings);
  refreshSpeech();
}, () => {}); // without an engine the page can still be read, and says why
