// The engine of a page: a worker with Python that answers one request at a time, and is replaced when it has to be ended.
const address = new URL("worker.js", import.meta.url).href;
const CALL_SECONDS = 10;
const policy = globalThis.trustedTypes?.createPolicy("workbench", { createScriptURL: () => address });

/** A request that ended without an answer: `reason` is "time", "stopped" or "died", `call` what was running. */
export class EndedError extends Error {
  constructor(reason, call) {
    super({ time: "Time ran out.", stopped: "You stopped it.", died: "Python ended." }[reason]);
    Object.assign(this, { reason, call });
  }
}

/** Start the engine; `tell` is called with `{ loaded }`, `{ isReady }`, `{ isBusy }` or `{ failed }` as things change. */
export function startEngine(tell) {
  const waiting = [];
  let worker, isReady, current, failure;

  function start() {
    isReady = false;
    worker = new Worker(policy ? policy.createScriptURL("") : address);
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => (event.preventDefault(), isReady ? end("died") : fail(event.message));
  }

  function hear(said) {
    if ("loaded" in said) tell(said);
    else if ("failed" in said) fail(said.failed);
    else if ("isReady" in said) {
      isReady = true;
      tell(said);
      begin();
    } else if ("call" in said) {
      current.call = said.call;
      limit(said.call ? CALL_SECONDS : current.seconds);
    } else if ("text" in said) current.listen(said.text);
    else if ("died" in said) end("died");
    else {
      const { resolve, reject } = finish();
      if ("fault" in said) reject(new Error(said.fault));
      else resolve(said.result);
      begin();
    }
  }

  function begin() {
    if (!isReady || current || !waiting.length) return;
    current = waiting.shift();
    limit(current.seconds);
    tell({ isBusy: true });
    worker.postMessage({ name: current.name, given: current.given });
  }

  function limit(seconds) {
    clearTimeout(current.timer);
    if (seconds) current.timer = setTimeout(() => end("time"), seconds * 1000);
  }

  function finish() {
    const done = current;
    clearTimeout(done.timer);
    current = undefined;
    tell({ isBusy: false });
    return done;
  }

  function fail(message) {
    failure = new Error(`Python could not be loaded, so nothing can be checked here: ${message}`);
    tell({ failed: failure.message });
    for (const { reject } of waiting.splice(0)) reject(failure);
  }

  function end(reason) {
    worker.terminate();
    const ended = current && finish();
    start();
    ended?.reject(new EndedError(reason, ended.call));
  }

  start();
  return {
    /** Ask the worker; after `seconds`, or ten within one call of the learner's code, it is ended. `listen` gets each piece of text on the way. */
    ask(name, given, { seconds, listen, isFirst } = {}) {
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        waiting[isFirst ? "unshift" : "push"]({ name, given, seconds, listen, resolve, reject, call: "" });
        begin();
      });
    },
    stop: () => current && end("stopped"),
    restart: () => end("stopped"),
  };
}
