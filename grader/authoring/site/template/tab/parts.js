// Make elements from what the engine says.
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "rect", "line", "g", "text", "circle", "use", "defs", "title"]);

/** Make the nodes of a tree: a text, or `[name, attributes, nodes]`. Styles are set one by one, since the policy allows none in text. */
export function makeNodes(tree) {
  return tree.map((node) => {
    if (typeof node === "string") return document.createTextNode(node);
    const [name, attributes, nodes] = node;
    const made = DRAWN.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "style") made.style.cssText = value;
      else made.setAttribute(key === "viewbox" ? "viewBox" : key, value);
    }
    made.append(...makeNodes(nodes));
    return made;
  });
}

/** Make an element with a text and a class. */
export function makeElement(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

export const find = (selector) => document.querySelector(selector);
