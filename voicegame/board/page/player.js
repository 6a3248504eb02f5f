// A phone in the hand of one player: buzzer, answers, own hand.
import { byId, el, fill, names, sign } from "./dom.js";
import { LINK, buzz, follow, say } from "./feed.js";
import { buttons, heard, price, status, tiles, wilds } from "./parts.js";

const KEY = "voicegame-player";
let me = null;
let view = null;
let until = 0;
try {
  me = sessionStorage.getItem(KEY);
} catch {
  // asked anew on each visit
}

function complain(sentence) {
  byId("notice").textContent = sentence;
}

function choose(name) {
  me = name;
  try {
    if (name === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, name);
  } catch {
    // not kept
  }
  complain("");
  show(view, 0);
}

function show(now, age) {
  view = now;
  const seat = view.players.indexOf(me);
  const known = seat >= 0;
  byId("choose").hidden = known;
  byId("play").hidden = !known;
  byId("change").hidden = !known;
  fill(byId("choose"), [view.players, known], () => !known && view.players.map((name, at) => el("button", { type: "button", on: { click: () => choose(name) } }, sign(at), name)));
  byId("me").textContent = known ? me : "Who are you?";
  document.title = known ? `${me}: buzzer` : "Buzzer";
  if (!known) return;
  const { glass, question, kirdy, buyword } = view;
  const mine = !view.over && !view.paused && (glass ? glass.seat : view.seat) === seat;
  document.body.classList.toggle("mine", mine);
  byId("status").textContent = view.over ? over(seat) : mine && glass && !glass.waiting ? "You have the floor" : status(view);
  const letters = kirdy ? kirdy.letters : [];
  byId("tiles").style.setProperty("--n", String(Math.max(3, letters.length)));
  fill(byId("tiles"), letters, () => tiles(letters));
  until = glass?.running ? performance.now() + (glass.left - age) * 1000 : null;
  tick();
  const asked = question && (question.seat === seat || question.seat === null) ? question : null;
  fill(byId("answers"), asked && [asked.text, asked.answers], () => asked && [el("p", {}, asked.text), buttons(asked.answers, () => me, complain)].flat());
  byId("buzz").disabled = view.over;
  byId("say").hidden = view.over;
  fill(byId("hand"), buyword && [buyword.hands[seat], buyword.wilds[seat], buyword.sets[seat], view.scores[seat]], () => buyword && hand(seat));
  const own = view.heard.filter((entry) => entry.seat === seat).slice(-3).reverse();
  fill(byId("log"), own, () => own.map((entry) => heard(view, entry)));
}

function over(seat) {
  if (view.winners.includes(seat)) return "You win!";
  return view.winners.length ? `${view.winners.map((at) => names(view, at)).join(" and ")} won` : "The game is over";
}

function hand(seat) {
  const { hands, wilds: counts, pips, sets } = view.buyword;
  const drawn = sets[seat];
  return [
    el("p", {}, "You have ", el("b", {}, `$${view.scores[seat]}`), " and hold"),
    el("p", { class: "tiles" }, tiles(hands[seat], pips), wilds(counts[seat]), !hands[seat].length && !counts[seat] && "nothing"),
    drawn.letters.length > 0 && el("p", {}, `You drew these for $${price(drawn.letters, pips).price}:`),
    drawn.letters.length > 0 && el("p", { class: "tiles" }, tiles(drawn.letters, pips)),
  ];
}

function tick() {
  const place = byId("time");
  const { glass } = view;
  place.hidden = !glass || view.over;
  if (place.hidden) return;
  const left = until === null ? glass.left : Math.max(0, (until - performance.now()) / 1000);
  const text = String(Math.ceil(left - 0.001));
  if (place.dataset.shown !== text + glass.seat) {
    place.dataset.shown = text + glass.seat;
    place.replaceChildren(el("b", {}, text), ` s for ${names(view, glass.seat)}`);
  }
}
setInterval(() => view && until !== null && view.players.includes(me) && tick(), 200);

byId("change").addEventListener("click", () => choose(null));
byId("buzz").addEventListener("pointerdown", () => byId("buzz").classList.add("pressed"));
byId("buzz").addEventListener("click", async () => {
  setTimeout(() => byId("buzz").classList.remove("pressed"), 800);
  complain(await buzz(me));
});
byId("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const line = byId("line");
  const text = line.value.trim();
  if (!text) return;
  line.value = "";
  complain(await say(text, me));
});

follow({
  view: show,
  notice: (notice, age) => age < 5 && complain(notice.text),
  link: (state) => {
    byId("link").textContent = LINK[state];
    byId("link").hidden = state === "on";
  },
});
