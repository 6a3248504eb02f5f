// Making elements. Whatever comes from outside becomes text, never markup.

export const byId = (id) => document.getElementById(id);

// el("p", {class: "x", title: "y"}, "text", child)
export function el(tag, attributes = {}, ...children) {
  return grown(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return grown(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function grown(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === "vars") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, String(text));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const shown = new WeakMap();

// Fills a place anew only where what it shows has changed, so that focus stays and nothing flickers.
export function fill(node, what, build) {
  const key = JSON.stringify(what);
  if (shown.get(node) === key) return;
  shown.set(node, key);
  const children = [build()].flat().filter(Boolean);
  node.replaceChildren(...children);
  node.hidden = children.length === 0;
}

// Each seat has a sign beside its colour.
const SIGNS = ["●", "▲", "■", "◆", "★", "✚", "⬢", "▼", "◗", "✖"];
export const sign = (seat) =>
  el("span", { class: "sign", "data-seat": seat % 8, "aria-hidden": "true" }, SIGNS[seat % SIGNS.length]);
export const signOf = (seat) => SIGNS[seat % SIGNS.length];

export const names = (view, seat) => (seat === null || seat === undefined ? "" : view.players[seat]);

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
