// After the game: who won, and what people like to talk about.
import { el, fill, names, sign, signOf, svg } from "./dom.js";
import { amount, tiles } from "./parts.js";

export function summary(view, place) {
  fill(place, view && [view.summary, view.players, view.scores, view.winners], () => view && [
    el("h2", { class: "headline" }, headline(view)),
    el("ol", { class: "standing" }, standing(view)),
    el("div", { class: "cards" },
      card(view.game === "buyword" ? "Money by round" : "Score by turn", "wide tall", [plot(view)]),
      words(view, "Best words", view.summary.best, (word) => amount(view, word.points)),
      words(view, "Longest words", view.summary.longest, (word) => `${word.word.length} letters`),
      boldest(view), thefts(view), missed(view)),
  ]);
}

function headline(view) {
  const won = view.winners.map((seat) => names(view, seat));
  if (won.length === 1) return `${won[0]} wins!`;
  if (won.length > 1) return `${won.slice(0, -1).join(", ")} and ${won.at(-1)} share the win!`;
  return "The game has ended";
}

const standing = (view) =>
  view.players.map((name, seat) => ({ name, seat, score: view.scores[seat] }))
    .sort((one, other) => other.score - one.score)
    .map(({ name, seat, score }) => el("li", {}, sign(seat), ` ${name} `, el("b", {}, amount(view, score))));

const card = (title, kind, children) => el("section", { class: `card ${kind}` }, el("h3", {}, title), ...children);

const words = (view, title, list, worth) => list.length > 0 && card(title, "", [
  el("ol", {}, list.map((word) => el("li", {}, sign(word.seat), ` ${word.word} `, el("b", {}, worth(word)), el("small", {}, ` ${names(view, word.seat)}`)))),
]);

function boldest(view) {
  const gamble = view.summary.boldest;
  if (!gamble) return null;
  const title = view.game === "buyword" ? "Dearest set" : "Boldest gamble";
  const risk = view.game === "buyword" ? `${names(view, gamble.seat)} paid $${gamble.risk} for` : `${names(view, gamble.seat)} put ${gamble.risk} points at risk on`;
  const end = { true: "and made it", false: "and lost", null: "" }[String(gamble.won)];
  return card(title, "", [el("p", {}, sign(gamble.seat), ` ${risk} `, el("span", { class: "tiles small" }, tiles(gamble.letters)), ` ${end}`)]);
}

const thefts = (view) => view.summary.thefts.length > 0 && card("Thefts", "", [
  el("ul", {}, view.summary.thefts.map((theft) => el("li", {}, sign(theft.seat), ` ${names(view, theft.seat)} took `, el("b", {}, String(theft.points)), ` from ${names(view, theft.from)}, with “${theft.word}”`))),
]);

const missed = (view) => view.summary.missed.length > 0 && card("Nobody found", "wide", [
  el("ul", {}, view.summary.missed.map((miss) => el("li", {}, el("span", { class: "tiles small" }, tiles(miss.letters)), miss.words.length ? ` ${miss.words.join(", ")}` : " no word that I know"))),
]);

const WIDTH = 640, HEIGHT = 300, LEFT = 62, RIGHT = 120, TOP = 16, BOTTOM = 34;

function plot(view) {
  const lines = [view.players.map(() => view.summary.start), ...view.summary.by_turn];
  const most = Math.max(1, view.target && view.target <= 2 * Math.max(...view.scores) ? view.target : 0, ...lines.flat());
  const step = nice(most / 4);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, lines.length - 1);
  const y = (score) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * score) / most;
  const levels = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
  const last = view.players.map((name, seat) => ({ name, seat, at: y(lines.at(-1)[seat]) })).sort((one, other) => one.at - other.at);
  last.forEach((label, at) => { label.shown = at ? Math.max(label.at, last[at - 1].shown + 20) : label.at; });
  const over = last.length ? Math.max(0, last.at(-1).shown - (HEIGHT - BOTTOM)) : 0;
  const unit = view.game === "buyword" ? "round" : "turn";
  return el("figure", { class: "plot" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `The score of each player after each ${unit}; the figures stand in the table below` },
      levels.map((level) => svg("g", { class: "level" }, svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level) }), svg("text", { x: LEFT - 10, y: y(level) + 5, "text-anchor": "end" }, String(level)))),
      view.target && view.target <= most && svg("line", { class: "target", x1: LEFT, x2: WIDTH - RIGHT, y1: y(view.target), y2: y(view.target) }),
      svg("text", { class: "axis", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, `${unit}s: ${lines.length - 1}`),
      view.players.map((_, seat) => svg("g", { class: "curve", "data-seat": seat % 8 },
        svg("polyline", { points: lines.map((row, at) => `${x(at)},${y(row[seat])}`).join(" ") }),
        lines.length <= 25 && lines.map((row, at) => svg("text", { class: "dot", x: x(at), y: y(row[seat]) + 5, "text-anchor": "middle" }, signOf(seat))))),
      last.map(({ name, seat, at, shown }) => svg("g", { class: "label", "data-seat": seat % 8 },
        svg("line", { x1: WIDTH - RIGHT + 2, y1: at, x2: WIDTH - RIGHT + 14, y2: shown - over }),
        svg("text", { x: WIDTH - RIGHT + 18, y: shown - over + 6 }, `${signOf(seat)} ${name.length > 10 ? `${name.slice(0, 9)}…` : name}`)))),
    el("details", {}, el("summary", {}, "The figures"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Score by turn" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, unit), view.players.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, view.summary.by_turn.map((row, at) => el("tr", {}, el("th", { scope: "row" }, String(at + 1)), row.map((score) => el("td", {}, amount(view, score))))))))));
}

function nice(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power * 10;
}
