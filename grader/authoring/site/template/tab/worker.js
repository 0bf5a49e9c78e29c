"use strict";
// Python in a worker: load it, then answer one request after the other. What it says is JSON, and HTML comes as trees.
importScripts("runtime/pyodide.js");

let loaded = 0;
const fetchFile = self.fetch.bind(self);

// Count what is loaded. WebAssembly lies on the server packed, since not every server would pack it on the way.
self.fetch = async (address, options) => {
  const isPacked = String(address).endsWith(".wasm");
  const response = await fetchFile(isPacked ? `${address}.gz` : address, options);
  if (!response.ok) throw new Error(`${address} is not there (${response.status})`);
  const count = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.length;
      postMessage({ loaded });
      out.enqueue(chunk);
    },
  });
  const counted = response.body.pipeThrough(count);
  const isUnpacked = !isPacked || response.headers.get("Content-Encoding") === "gzip";
  const headers = { "Content-Type": isPacked ? "application/wasm" : "application/octet-stream" };
  return new Response(isUnpacked ? counted : counted.pipeThrough(new DecompressionStream("gzip")), { headers });
};

async function openCourse() {
  const bytes = async (name) => (await self.fetch(name)).arrayBuffer();
  const course = bytes("course.zip");
  const python = await loadPyodide({ indexURL: "runtime/", packages: ["numpy"] });
  python.unpackArchive(await course, "zip", { extractDir: "/tab" });
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
  return {
    answer,
    check(name, source, files, progress, last) {
      const found = last ? answer("end_check", name, source, files, last) : answer("check", name, source, files, (call) => postMessage({ call }));
      if (progress && !found.error) found.progress = JSON.parse(work.note_event(progress, "{}", engine.last_result));
      return found;
    },
    generate: (...given) => answer("generate", ...given, (event) => postMessage(JSON.parse(event))),
    note: (progress, event) => JSON.parse(work.note_event(progress, event)),
    pack: async (files, progress) => work.pack_workspace(bytesOf(await bytes("workspace.zip")), files, progress).toJs(),
    open: async (data) => JSON.parse(work.open_workspace(bytesOf(await bytes("workspace.zip")), bytesOf(data))),
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
