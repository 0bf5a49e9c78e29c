// Answers as a page's worker does: node tab_node.mjs RUNTIME BUNDLE; each line is a JSON array, a method and its arguments.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [runtime, bundle] = process.argv.slice(2);
const { loadPyodide } = createRequire(import.meta.url)(`${runtime}/pyodide.js`);
const python = await loadPyodide({ indexURL: runtime, packages: ["numpy"] });
python.unpackArchive(new Uint8Array(readFileSync(bundle)), "zip", { extractDir: "/tab" });
const tab = python.runPython("import sys; sys.path.insert(0, '/tab'); from grader.tab.worker import Tab; Tab('/tab/course')");
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...given] = JSON.parse(line);
  const said = [];
  const args = given.map((value) => (value === "SAY" ? (text) => said.push(text) : value));
  let reply;
  try {
    reply = { result: JSON.parse(tab[method](...args)), said };
  } catch (error) {
    reply = { fault: String(error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
