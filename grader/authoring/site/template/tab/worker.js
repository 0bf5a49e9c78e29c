"use strict";
// Python in a worker: load it, then answer one request after the other. What it says is JSON, and HTML comes as trees.
importScripts("runtime/pyodide.js");

let loaded = 0;
const fetchFile = self.fetch.bind(self);
const files = new Map();

// Load a file and count its bytes. WebAssembly lies on the server packed, since not every server would pack it on the way.
async function load(name) {
  const isPacked = name.endsWith(".wasm");
  const response = await fetchFile(isPacked ? `${name}.gz` : name);
  if (!response.ok) throw new Error(`${name} is not there (${response.status}).`);
  const count = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.length;
      postMessage({ loaded });
      out.enqueue(chunk);
    },
  });
  const counted = response.body.pipeThrough(count);
  const isUnpacked = !isPacked || response.headers.get("Content-Encoding") === "gzip";
  const content = isUnpacked ? counted : counted.pipeThrough(new DecompressionStream("gzip"));
  files.set(name.split("/").at(-1), await new Response(content).arrayBuffer());
}

// Python's start keeps this worker busy, which would hold up a download: all files come before it, at the same time.
self.fetch = async (address, options) => {
  const content = files.get(String(address).split("/").at(-1));
  return content ? new Response(content, { headers: { "Content-Type": "application/wasm" } }) : fetchFile(address, options);
};

async function openCourse() {
  const { packages } = await (await fetchFile("runtime/pyodide-lock.json")).json();
  const wheels = Object.values(packages).map(({ file_name: name }) => `runtime/${name}`);
  await Promise.all(["runtime/pyodide.asm.wasm", "runtime/python_stdlib.zip", "course.zip", ...wheels].map(load));
  const python = await loadPyodide({ indexURL: "runtime/", packages: Object.keys(packages) });
  python.unpackArchive(files.get("course.zip"), "zip", { extractDir: "/tab" });
  const [engine, work, readTree] = python.runPython(`
import json, sys
sys.path.insert(0, "/tab")
from grader.files.html_tree import read_tree
from grader.learner import kept_work
from grader.tab.worker import Tab
Tab("/tab/course"), kept_work, lambda text: json.dumps(read_tree(text))
`);
  const withTrees = (key, value) => (["html", "explanation"].includes(key) ? JSON.parse(readTree(value)) : value);
  const answer = (name, ...given) => JSON.parse(engine[name](...given), withTrees);
  const bytesOf = (data) => python.toPy(data).tobytes();
  const newWorkspace = async () => bytesOf(await (await fetchFile("workspace.zip")).arrayBuffer());
  files.clear();
  return {
    answer,
    check(name, source, files, progress, last) {
      const found = last ? answer("end_check", name, source, files, last) : answer("check", name, source, files, (call) => postMessage({ call }));
      if (progress && !found.error) found.progress = JSON.parse(work.note_event(progress, "{}", engine.last_result));
      return found;
    },
    generate: (...given) => answer("generate", ...given, (event) => postMessage(JSON.parse(event))),
    note: (progress, event) => JSON.parse(work.note_event(progress, event)),
    pack: async (files, progress) => work.pack_workspace(await newWorkspace(), files, progress).toJs(),
    open: async (data) => JSON.parse(work.open_workspace(await newWorkspace(), bytesOf(data))),
  };
}

const course = openCourse();
course.then(() => postMessage({ isReady: true }), (error) => postMessage({ failed: error.message }));

onmessage = async ({ data: { name, given } }) => {
  try {
    postMessage({ result: await (await course)[name](...given) });
  } catch (error) {
    postMessage(error.name === "PythonError" ? { fault: error.message } : { died: String(error.message) });
  }
};
