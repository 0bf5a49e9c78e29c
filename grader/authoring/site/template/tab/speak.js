// "Run it": the tiny model goes on from a prompt, with the learner's functions where they have passed.
import { EndedError } from "./engine.js";
import { find, makeElement } from "./parts.js";

const SECONDS = 60;
const said = find("#speak-said");

/** Show a field for each setting that the exercise is about. */
export function offerSettings(settings) {
  find("#speak-settings").replaceChildren(...settings.map(({ name, label, low, high, step, value }) => {
    const field = makeElement("label", `${label} `);
    field.append(Object.assign(document.createElement("input"), { type: "number", min: low, max: high, step, value, name, required: true }));
    return field;
  }));
}

/** Offer to run the course's system as soon as one of its loops has passed; `work` gives the files and what has passed. */
export function offerSpeech(engine, work) {
  const form = find("#speak-form");

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = [...find("#speak-settings").querySelectorAll("input")].map(({ name, valueAsNumber }) => [name, valueAsNumber]);
    const { files, passed } = work();
    const given = [form.elements.prompt.value, JSON.stringify(Object.fromEntries(chosen)), JSON.stringify(files), JSON.stringify(passed)];
    const text = find("#speak-text");
    text.textContent = "";
    said.textContent = "The text comes token by token.";
    find("#speak-stop").hidden = false;
    try {
      const { error, words, printed } = await engine.ask("generate", given, { seconds: SECONDS, listen: (piece) => text.append(piece) });
      said.textContent = error ?? `${words} ${printed}`;
    } catch (error) {
      said.textContent = error instanceof EndedError ? `${error.message} Python starts anew.` : error.message;
    }
    find("#speak-stop").hidden = true;
  });
  find("#speak-stop").addEventListener("click", () => engine.stop());
  return async () => {
    const { can_run: canRun } = await engine.ask("answer", ["speaks", JSON.stringify(work().passed)]);
    find("#speak").hidden = !canRun;
  };
}
