// The sand-glass: the sand runs by this page's clock between two words from the host.
import { el, fill, names, reduced, sign, svg } from "./dom.js";

const BULBS = "M14 8H86L54 66V74L86 132H14L46 74V66Z";

export class Glass {
  constructor(place) {
    this.place = place;
    this.glass = null;
    this.tick = this.tick.bind(this);
  }

  show(view, age) {
    const glass = view.glass;
    this.running = glass?.running ?? false;
    this.glass = glass;
    this.until = glass ? performance.now() + (glass.left - (this.running ? age : 0)) * 1000 : 0;
    const state = !glass ? "" : this.running ? "" : view.paused ? "paused" : glass.waiting ? "ready" : "stands still";
    const key = glass && [glass.seat, glass.seconds, state, names(view, glass.seat)];
    fill(this.place, key, () => glass && this.build(view, state));
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    if (glass) this.tick();
  }

  build(view, state) {
    const { seat, seconds } = this.glass;
    this.top = svg("rect", { x: 0, y: 8, width: 100, height: 60, class: "sand" });
    this.bottom = svg("rect", { x: 0, y: 132, width: 100, height: 0, class: "sand" });
    this.stream = svg("line", { x1: 50, y1: 68, x2: 50, y2: 130, class: "stream" });
    this.digits = el("span", { class: "digits" });
    this.bar = el("span", { class: "left" });
    return [
      svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
        svg("clipPath", { id: "bulbs" }, svg("path", { d: BULBS })),
        svg("g", { "clip-path": "url(#bulbs)" }, svg("path", { d: BULBS, class: "air" }), this.top, this.bottom, this.stream),
        svg("path", { d: BULBS, class: "rim" }),
        svg("path", { d: "M8 6H92M8 134H92", class: "wood" })),
      el("div", { class: "reading" },
        el("p", { class: "whose" }, sign(seat), ` ${names(view, seat)}`, state && el("em", {}, ` · ${state}`)),
        el("p", { class: "time", role: "timer", "aria-live": "off" }, this.digits, el("small", {}, ` of ${seconds} s`)),
        el("div", { class: "bar", "aria-hidden": "true" }, this.bar)),
    ];
  }

  get left() {
    return this.running ? Math.max(0, (this.until - performance.now()) / 1000) : this.glass.left;
  }

  tick() {
    const { seconds } = this.glass;
    const left = this.left;
    const part = seconds ? Math.min(1, left / seconds) : 0;
    const text = String(Math.ceil(left - 0.001));
    if (this.digits.textContent !== text) this.digits.textContent = text;
    this.place.classList.toggle("urgent", this.running && left <= Math.min(10, seconds));
    this.place.classList.toggle("still", !this.running);
    this.top.setAttribute("y", String(8 + 60 * (1 - part)));
    this.top.setAttribute("height", String(60 * part));
    this.bottom.setAttribute("y", String(132 - 58 * (1 - part)));
    this.bottom.setAttribute("height", String(58 * (1 - part)));
    this.bar.style.setProperty("--part", String(part));
    const flows = this.running && left > 0;
    this.stream.setAttribute("visibility", flows && !reduced() ? "visible" : "hidden");
    if (!flows) return;
    if (reduced()) this.timer = setTimeout(this.tick, 1000 * (left % 1 || 1));
    else this.frame = requestAnimationFrame(this.tick);
  }
}
