// What only BuyWord shows.
import { el, fill, names } from "./dom.js";
import { price, tile, tiles, wilds } from "./parts.js";

const SELLING = ["sell", "place", "discard", "theme"];

function shownTiles(view) {
  const { current, sets, hands, wilds: counts, pool, phase, auction } = view.buyword;
  if (phase === "take") return { what: "On the table", letters: pool, wild: 0 };
  if (current === null) return null;
  if (SELLING.includes(view.kind)) return { what: "Hand", letters: hands[current], wild: counts[current] };
  if (auction || sets[current].letters.length) return { what: "Set", letters: sets[current].letters, wild: 0 };
  return null;
}

export function buywordTiles(view, place) {
  const { pips } = view.buyword;
  const shown = shownTiles(view);
  place.style.setProperty("--n", String(Math.max(4, (shown?.letters.length ?? 0) + (shown?.wild ? 1 : 0))));
  fill(place, [shown, view.buyword.face, view.kind], () => {
    if (shown) return [tiles(shown.letters, pips), wilds(shown.wild)].flat();
    return view.kind === "roll" || view.kind === "number" ? die(view.buyword.face) : null;
  });
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", shown ? `${shown.what}: ${shown.letters.join(", ") || "no letters"}` : "The die");
}

const die = (face) => el("span", { class: "die" }, face === "choice" ? "2–5" : face ?? "?");

export function buywordAbout(view, place) {
  const { pips, current, wild_for: wildFor, theme, offer, limit, number, face } = view.buyword;
  const shown = shownTiles(view);
  const worth = shown && shown.what === "Set" ? price(shown.letters, pips) : null;
  const parts = [
    worth && `${worth.pips} pips: ${worth.pips} × ${worth.pips} = $${worth.price}`,
    face && number > 0 && !SELLING.includes(view.kind) && view.kind !== "roll" && `die: ${face === "choice" ? `choice, ${number}` : face}`,
    wildFor && `a wild for ${wildFor}`,
    theme && `theme: ${theme}`,
    offer && `${names(view, offer.seat)} offers ${names(view, offer.to)} a swap${offer.cash ? (offer.cash > 0 ? ` and pays $${offer.cash}` : ` and asks $${-offer.cash}`) : ""}`,
    view.kind === "discard" && `${limit} tiles may stay`,
  ].filter(Boolean);
  fill(place, [parts, current], () => parts.length > 0 && el("p", { class: "about" }, parts.join(" · ")));
}

export function buywordSide(view, place) {
  const { pips } = view.buyword;
  fill(place, pips, () => {
    const groups = new Map();
    for (const [letter, value] of Object.entries(pips)) groups.set(value, [...(groups.get(value) ?? []), letter]);
    return [
      el("h2", {}, "Pips"),
      el("dl", { class: "pips" }, [...groups].sort(([one], [other]) => one - other).map(([value, letters]) => [
        el("dt", {}, String(value)), el("dd", {}, letters.sort().join(" "))]).flat(),
        el("dt", {}, "1"), el("dd", {}, "★ wild")),
      el("p", { class: "muted" }, "Price = pips × pips"),
      el("table", { class: "prices" }, el("tbody", {}, [4, 6, 8, 10, 12].map((sum) => el("tr", {}, el("td", {}, `${sum} pips`), el("td", {}, `$${sum * sum}`))))),
    ];
  });
}

export function buywordGrid(view, place) {
  const laid = view.buyword?.crossword ? view.buyword.grid : [];
  fill(place, laid, () => {
    if (!laid.length) return null;
    const rows = laid.map(({ row }) => row), columns = laid.map(({ column }) => column);
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const [high, wide] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
    const at = new Map(laid.map((spot) => [`${spot.row} ${spot.column}`, spot]));
    const range = (from, count) => Array.from({ length: count }, (_, step) => from + step);
    return el("table", { class: "crossword", vars: { "--rows": high + 1, "--columns": wide + 1 } },
      el("caption", { class: "hidden" }, "The crossword, with row and column numbers"),
      el("thead", {}, el("tr", {}, el("td", {}), range(left, wide).map((column) => el("th", { scope: "col" }, String(column))))),
      el("tbody", {}, range(top, high).map((row) => el("tr", {}, el("th", { scope: "row" }, String(row)),
        range(left, wide).map((column) => {
          const spot = at.get(`${row} ${column}`);
          return el("td", {}, spot && tile(spot.letter, null, { class: spot.wild ? "tile wild" : "tile", title: spot.wild ? "a wild" : null }));
        })))));
  });
}
