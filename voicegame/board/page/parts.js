// The parts that the big screen and the phone share.
import { el, names, sign } from "./dom.js";
import { say } from "./feed.js";

export const tile = (letter, pips = null, attributes = {}) =>
  el("span", { class: "tile", ...attributes }, letter, pips !== null && el("small", { "aria-hidden": "true" }, String(pips)));

export const tiles = (letters, pips = null) => letters.map((letter) => tile(letter, pips && (pips[letter] ?? 1)));

export const wilds = (count) => (count ? el("span", { class: "tile wild", title: "wild tiles" }, "★", el("small", {}, `×${count}`)) : null);

// Buttons that type a line; complain: takes a sentence about one that was not taken.
export const buttons = (answers, as, complain, kind = "") =>
  answers.map((answer) =>
    el("button", {
      type: "button",
      class: kind,
      on: { click: async () => complain(await say(answer.line, as?.() ?? null)) },
    }, answer.label));

const MARKS = { good: "✓", refused: "✗", asked: "?", not_counted: "–", taken: "›" };
const SPOKEN = { good: "good", refused: "refused", asked: "asked back", not_counted: "doesn't count", taken: "understood" };

export const heard = (view, entry) =>
  el("li", { class: `heard ${entry.outcome}` },
    el("span", { class: "mark", "aria-hidden": "true" }, MARKS[entry.outcome]),
    el("span", { class: "who" }, sign(entry.seat), ` ${names(view, entry.seat)} `),
    el("q", {}, entry.text),
    " ",
    el("span", { class: "hidden" }, `${SPOKEN[entry.outcome]}: `),
    el("span", { class: "why" }, entry.reason, entry.rule && el("small", {}, ` ${entry.rule}`)));

// What is being waited for, in a few words.
export function status(view) {
  const who = names(view, view.seat);
  if (view.over) return "The game is over";
  if (view.paused) return "Paused";
  if (view.game === "kirdy") {
    const { stealing, prize, turn, stake, next } = view.kirdy;
    if (view.kind === "word" && stealing) return `${who} may steal ${prize} points`;
    if (view.kind === "word") return `${who} needs a word, for ${next} points`;
    if (view.kind === "choice") return `${who}: ${stake} points in play`;
    return turn === null ? "Who starts?" : `${names(view, turn)} draws`;
  }
  const { current, excess, auction, last } = view.buyword;
  const owner = names(view, current);
  const end = last ? " · last round" : "";
  switch (view.kind) {
    case "roll": return `${who} has the die${end}`;
    case "number": return `${who} names a number`;
    case "take": return `${who} takes a tile`;
    case "trade": return `${who} may swap`;
    case "agree": return `${who}: a swap is offered`;
    case "buy": return `${who}: buy or pass?`;
    case "bid": return auction.bidder === null ? `${owner}'s set: ${who} bids` : `${names(view, auction.bidder)} bid $${auction.high}. ${who}?`;
    case "sell": case "place": return `${who} sells words${end}`;
    case "theme": return `${owner}: does it belong to the theme?`;
    case "discard": return `${who} gives up ${excess} ${excess === 1 ? "tile" : "tiles"}`;
    default: return owner || "…";
  }
}

export const price = (letters, pips, wild = 0) => {
  const sum = letters.reduce((total, letter) => total + (pips[letter] ?? 1), wild);
  return { pips: sum, price: sum * sum };
};

export const amount = (view, points) => (view.game === "buyword" ? `$${points}` : String(points));
