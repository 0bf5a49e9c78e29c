// The files and the progress of a course in the browser's storage, or for as long as the page is open if there is none.
const FILE = "file/";
const STANDING = "standing/";
const REST = "rest";

function openStorage() {
  try {
    const storage = window.localStorage;
    storage.setItem("token-by-token/try", "");
    storage.removeItem("token-by-token/try");
    return storage;
  } catch {
    return undefined;
  }
}

export function openStore(course) {
  const storage = openStorage();
  const memory = new Map();
  const begin = `learn/${course}/`;
  const read = (name) => (storage ? storage.getItem(begin + name) : memory.get(name)) ?? undefined;
  const write = (name, text) => (storage ? storage.setItem(begin + name, text) : memory.set(name, text));
  const remove = (name) => (storage ? storage.removeItem(begin + name) : memory.delete(name));
  const names = () => (storage ? Object.keys(storage).filter((key) => key.startsWith(begin)).map((key) => key.slice(begin.length)) : [...memory.keys()]);
  const readAll = (kind, parse) => Object.fromEntries(names().filter((name) => name.startsWith(kind)).map((name) => [name.slice(kind.length), parse(read(name))]));
  const all = () => readAll("", String);

  function replaceAll(entries) {
    const before = all();
    names().forEach(remove);
    try {
      Object.entries(entries).forEach(([name, text]) => write(name, text));
    } catch (error) { // there is no room: all as it was
      names().forEach(remove);
      Object.entries(before).forEach(([name, text]) => write(name, text));
      throw error;
    }
  }

  const entriesOf = ({ last, pages, exercises }) => ({
    ...Object.fromEntries(Object.entries(exercises).map(([id, standing]) => [STANDING + id, JSON.stringify(standing)])),
    [REST]: JSON.stringify({ last, pages }),
  });

  return {
    isKept: Boolean(storage),
    all,
    replaceAll,
    readFile: (id) => read(FILE + id),
    writeFile: (id, text) => write(FILE + id, text),
    readFiles: () => readAll(FILE, String),
    standing: (id) => JSON.parse(read(STANDING + id) ?? "{}"),
    /** Return progress as progress.json has it, of one exercise or of all. */
    readProgress(id) {
      const exercises = readAll(STANDING, JSON.parse);
      return { ...JSON.parse(read(REST) ?? "{}"), exercises: id ? (exercises[id] ? { [id]: exercises[id] } : {}) : exercises };
    },
    writeProgress: (progress) => Object.entries(entriesOf(progress)).forEach(([name, text]) => write(name, text)),
    /** Put files and progress in place of all that is there. */
    openWork({ files, progress }) {
      replaceAll({ ...Object.fromEntries(Object.entries(files).map(([id, text]) => [FILE + id, text])), ...entriesOf(progress) });
    },
    /** Call `change` when another tab has changed something, or may have while this one was asleep. */
    watch(change) {
      window.addEventListener("storage", change);
      window.addEventListener("pageshow", change);
      document.addEventListener("visibilitychange", change);
    },
    /** Run a function while no other tab runs one of the same exercise. */
    alone: (id, run) => (storage && navigator.locks ? navigator.locks.request(begin + id, run) : run()),
  };
}
