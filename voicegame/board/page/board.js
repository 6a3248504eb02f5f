// The big screen: everything it shows follows from the last view that the host sent.
import { buywordAbout, buywordGrid, buywordSide, buywordTiles } from "./buyword.js";
import { byId, el, fill, names, sign } from "./dom.js";
import { LINK, follow, say } from "./feed.js";
import { Glass } from "./glass.js";
import { amount, buttons, heard, status, tiles, wilds } from "./parts.js";
import { summary } from "./summary.js";
import { themed } from "./theme.js";

const TITLES = { kirdy: "KIRDY", buyword: "BuyWord" };
const HEARD_SHOWN = 4;
const glass = new Glass(byId("glass"));
let notices = 0;

function complain(sentence) {
  byId("notice").textContent = sentence;
  clearTimeout(notices);
  if (sentence) notices = setTimeout(() => complain(""), 8000);
}

function show(view, age) {
  const title = TITLES[view.game] ?? view.game;
  document.title = view.over ? `${title}: the end` : title;
  document.body.dataset.game = view.game;
  byId("title").textContent = title;
  byId("meta").textContent = meta(view);
  byId("status").textContent = status(view);
  const parts = view.game === "buyword" ? [buywordTiles, buywordAbout, buywordSide] : [kirdyTiles, null, ladder];
  const [what, about, side] = parts;
  what(view, byId("tiles"));
  if (about) about(view, byId("about"));
  side(view, byId("side"));
  glass.show(view, age);
  windows(view, byId("windows"));
  question(view, byId("question"));
  words(view, byId("words"));
  buywordGrid(view, byId("grid"));
  document.body.classList.toggle("crosswords", !byId("grid").hidden);
  seats(view, byId("seats"));
  log(view, byId("heard"));
  caption(view, byId("caption"));
  fill(byId("tools"), view.tools, () => buttons(view.tools, null, complain, "quiet"));
  const ended = view.over && view.summary;
  byId("main").hidden = Boolean(ended);
  byId("say").hidden = Boolean(view.over);
  summary(ended ? view : null, byId("summary"));
}

function meta(view) {
  const bag = `${view.bag} tiles in the bag`;
  return view.target ? `to ${view.target} · ${bag}` : bag;
}

function kirdyTiles(view, place) {
  const { letters, draws } = view.kirdy;
  place.style.setProperty("--n", String(Math.max(2, letters.length)));
  fill(place, [letters, draws], () => letters.length ? tiles(letters) : null);
  place.setAttribute("aria-label", letters.length ? `Letters in play: ${letters.join(", ")}` : "No letters yet");
  place.setAttribute("role", "group");
}

function ladder(view, place) {
  const { ladder: rungs, stake, next, stealing } = view.kirdy;
  fill(place, [rungs, stake, next, stealing, view.kind], () => [
    el("h2", {}, "The stake"),
    el("ol", { class: "ladder", reversed: true }, [...rungs].reverse().map((rung) => {
      const inPlay = rung.points === stake;
      const wanted = view.kind === "word" && !stealing && rung.points === next;
      return el("li", { class: inPlay ? "rung now" : wanted ? "rung next" : rung.points < stake ? "rung passed" : "rung", "aria-current": inPlay && "step" },
        el("b", {}, String(rung.points)),
        el("span", {}, inPlay ? "in play" : wanted ? "next word" : `${rung.letters} letters`));
    })),
  ]);
}

function windows(view, place) {
  const list = view.kirdy?.windows ?? [];
  fill(place, [list, view.players], () => list.length > 0 && el("ol", { class: "windows", "aria-label": "Who is asked, clockwise" },
    list.map(({ seat, state }) =>
      el("li", { class: state, "aria-current": state === "now" && "true" },
        sign(seat), ` ${names(view, seat)} `, el("small", {}, { now: "is asked", done: "passed", waits: "next" }[state])))));
}

function question(view, place) {
  const asked = view.question;
  fill(place, asked && [asked.text, asked.seat, asked.answers, view.players], () => asked && [
    el("p", {}, asked.seat !== null && sign(asked.seat), ` ${asked.text}`),
    el("div", { class: "answers" }, buttons(asked.answers, null, complain)),
  ]);
}

function words(view, place) {
  fill(place, [view.words, view.players], () => view.words.length > 0 && [
    el("h3", {}, view.game === "buyword" ? "Sold in this round" : "Words of this turn"),
    el("ul", { class: "words" }, view.words.map((word) =>
      el("li", {}, sign(word.seat), el("span", { class: "hidden" }, names(view, word.seat)), ` ${word.word} `, el("b", {}, amount(view, word.points))))),
  ]);
}

function seats(view, place) {
  const { players, scores, target, glass: open, kirdy, buyword, winners } = view;
  const most = target ?? Math.max(1, ...scores);
  const turn = kirdy ? kirdy.turn : buyword?.leader;
  const floor = open && !open.waiting ? open.seat : view.seat;
  fill(place, [players, scores, target, turn, floor, view.over, winners, view.away, buyword?.hands, buyword?.wilds, buyword?.sets, view.shared], () => [
    el("h2", {}, target ? `Race to ${target}` : "Money"),
    el("ol", { class: players.length > 6 ? "seats many" : "seats" }, players.map((name, seat) => {
      const roles = [
        winners.includes(seat) && "winner",
        view.away.includes(seat) && "not in this turn",
        seat === turn && !view.over && (kirdy ? "in turn" : "has the die"),
        seat === floor && !view.over && "speaks",
      ].filter(Boolean);
      return el("li", { class: `seat ${seat === floor && !view.over ? "floor" : ""} ${view.away.includes(seat) ? "away" : ""}` },
        el("p", { class: "name" }, sign(seat), ` ${name}`),
        el("p", { class: "points" }, amount(view, scores[seat])),
        el("div", { class: "track", "aria-hidden": "true" },
          el("span", { class: "run", "data-seat": seat % 8, vars: { "--part": Math.min(1, Math.max(0, scores[seat] / most)) } })),
        el("p", { class: "role" }, roles.join(" · ")),
        buyword && hand(view, seat));
    })),
    players.length > 1 && el("p", { class: "clockwise" }, "↻ clockwise, from top to bottom"),
    view.shared && el("figure", { class: "qr" }, el("img", { src: "qr.svg", alt: "QR code of the address for phones" }), el("figcaption", {}, "Your phone is a buzzer")),
  ]);
}

function hand(view, seat) {
  const { hands, wilds: counts, pips, sets } = view.buyword;
  const set = sets[seat];
  return el("div", { class: "hand" },
    el("span", { class: "hidden" }, `${names(view, seat)} holds `),
    tiles(hands[seat], pips), wilds(counts[seat]),
    set.letters.length > 0 && el("span", { class: "drawn" }, "drawn: ", tiles(set.letters, pips), ` $${set.price}`));
}

function log(view, place) {
  const entries = view.heard.slice(-HEARD_SHOWN).reverse();
  fill(place, [entries, view.players], () => [
    el("h2", {}, "Heard"),
    entries.length ? el("ol", { class: "log" }, entries.map((entry) => heard(view, entry))) : el("p", { class: "muted" }, "Nothing yet"),
  ]);
}

function caption(view, place) {
  const said = view.said.filter(({ text }) => text !== view.question?.text).slice(-2);
  fill(place, said, () => said.map(({ text }, at) => el("p", { class: at === said.length - 1 ? "last" : "" }, text)));
}

byId("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const line = byId("line");
  const text = line.value.trim();
  if (!text) return;
  line.value = "";
  complain(await say(text));
});

themed(byId("theme"));
follow({
  view: show,
  notice: (notice, age) => age < 5 && complain(notice.text),
  buzz: (press, age) => {
    if (age > 5) return;
    const seat = document.querySelectorAll(".seat")[press.seat];
    seat?.classList.add("buzzed");
    setTimeout(() => seat?.classList.remove("buzzed"), 3000);
  },
  link: (state) => {
    byId("link").textContent = LINK[state];
    byId("link").hidden = state === "on";
  },
});
