// Just enough of a browser to play on the page: elements that keep what is put into them, fetch
// with addresses of the page, and a socket. Usage: node browser.mjs ADDRESS SCENARIO DICE
// BOT-OF-THE-FIRST-SIDE BOT-OF-THE-SECOND ACTIONS. It takes the second side's seat too where the page
// lets it. It prints one JSON document on what the page showed.

import net from "node:net";
import crypto from "node:crypto";

const [address, scenario, dice, first, second, most] = process.argv.slice(2);
const origin = new URL(address).origin;

class Element {
  constructor(tag) {
    Object.assign(this, { tag, kids: [], style: {}, hidden: false, value: "", own: "", attributes: {} });
  }
  get textContent() { return this.own + this.kids.map((k) => k.textContent ?? k).join(""); }
  set textContent(text) { this.own = String(text); this.kids = []; }
  get firstChild() { return this.kids[0]; }
  get lastChild() { return this.kids.at(-1); }
  get childElementCount() { return this.kids.length; }
  set id(name) { named[name] = this; }
  append(...kids) { for (const kid of kids) { if (kid.tag) kid.parent = this; this.kids.push(kid); } }
  prepend(kid) { kid.parent = this; this.kids.unshift(kid); }
  remove() { this.parent.kids = this.parent.kids.filter((kid) => kid !== this); }
  replaceChildren(...kids) { this.own = ""; this.kids = []; this.append(...kids); }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  add(option) {
    this.kids.push(option);
    if (this.kids.length === 1) this.value = option.value;
  }
  get selectedIndex() { return this.kids.findIndex((option) => option.value === this.value); }
  querySelectorAll(tag) {
    return this.kids.flatMap((kid) => kid.tag
      ? [...(kid.tag === tag ? [kid] : []), ...kid.querySelectorAll(tag)] : []);
  }
  click() { this.onclick?.(); }
}

class Socket {
  constructor(url) {
    const { hostname, port, pathname } = new URL(url);
    this.waiting = Buffer.alloc(0);
    this.line = net.connect(port, hostname, () => this.line.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nOrigin: ${origin}\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${crypto.randomBytes(16).toString("base64")}\r\n\r\n`));
    this.line.on("data", (data) => { this.waiting = Buffer.concat([this.waiting, data]); this.read(); });
    this.line.on("close", () => this.onclose?.());
    this.line.on("error", () => {});
  }
  read() {
    if (!this.open) {
      const end = this.waiting.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!this.waiting.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error("no socket");
      this.waiting = this.waiting.subarray(end + 4);
      this.open = true;
      this.onopen?.();
    }
    while (this.waiting.length >= 2) {
      const small = this.waiting[1] & 127;
      const head = small === 126 ? 4 : small === 127 ? 10 : 2;
      if (this.waiting.length < head) return;
      const length = small === 126 ? this.waiting.readUInt16BE(2)
        : small === 127 ? Number(this.waiting.readBigUInt64BE(2)) : small;
      if (this.waiting.length < head + length) return;
      const kind = this.waiting[0] & 15;
      const bytes = this.waiting.subarray(head, head + length);
      const body = bytes.toString();
      this.waiting = this.waiting.subarray(head + length);
      if (kind === 9) this.frame(138, bytes);  // whoever does not answer a ping is let go
      if (kind === 1) this.onmessage?.({ data: body });
    }
  }
  send(text) { this.frame(129, Buffer.from(text)); }
  frame(kind, body) {
    const mask = crypto.randomBytes(4);
    const head = body.length < 126 ? Buffer.from([kind, 128 | body.length])
      : Buffer.from([kind, 254, body.length >> 8, body.length & 255]);
    this.line.write(Buffer.concat([head, mask, body.map((byte, n) => byte ^ mask[n % 4])]));
  }
  close() { this.line.destroy(); }
}

const named = {}, listeners = {};
let hash = "";
const location = {
  origin,
  get hash() { return hash; },
  set hash(value) { hash = "#" + value; setTimeout(() => listeners.hashchange(), 0); },
};
const document = {
  getElementById: (id) => named[id] ??= new Element("div"),
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  importNode: (node) => node,
};
class Option extends Element {
  constructor(text, value) { super("option"); this.own = text; this.value = value; }
}
class DOMParser {
  parseFromString(text) {
    if (!text.startsWith("<svg")) throw new Error("no picture");
    return { documentElement: Object.assign(new Element("svg"), { own: "" }) };
  }
}
const web = (path, options) => fetch(origin + path, options);
const html = await (await web("/")).text();
for (const [, name, id] of html.matchAll(/<(\w+)[^>]* id="(\w+)"/g)) document.getElementById(id).tag = name;
named.follow.checked = true;
const script = html.match(/<script>(.*?)<\/script>/s)[1];
new Function("document", "location", "fetch", "WebSocket", "Option", "DOMParser", "addEventListener", script)(
  document, location, web, Socket, Option, DOMParser, (event, call) => { listeners[event] = call; });

const until = async (what, test) => {
  for (let n = 0; n < 3000; n++) {
    if (test()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error("waited in vain for " + what + ": " + named.status.textContent + "; " +
    named.decision.textContent + "; " + named.refusal.textContent);
};

await until("the scenarios", () => named.players?.kids.length);
named.scenario.value = scenario;
named.scenario.onchange();
named.dice.value = dice;
const players = named.players.querySelectorAll("select");
if (first) players[0].value = first;
if (second) players[1].value = second;
named.start.onsubmit({ preventDefault() {} });
await until("the game", () => named.decision?.textContent && named.seating?.textContent);
const links = () => named.links.kids.map((row) => row.kids.find((kid) => kid.tag === "input").value);
const invited = links();
const sides = named.scenario.kids.length && named.seating.textContent.split("\n").map((line) => line.split(": ")[0]);
for (const row of named.links.kids) {
  const take = row.kids.find((kid) => kid.tag === "button");
  const side = String(row.kids[0]).trim();
  if (!take || side === "umpire") continue;
  take.click();
  await until("a second seat", () => location.hash.includes("&" + side + "=") && named.seat.kids.length > 1);
  await until("the game", () => named.decision.textContent);
}

const shown = { links: invited, seats: sides,  refusal: "", rolls: 0, taken: 0, battle: "", over: false, clicked: "", hexes: 0, targets: 0 };
const now = () => named.decision.textContent + named.seat.value + named.log.textContent;
const buttons = () => named.actions.kids;
named.words.value = "no such order";
named.say.click();
await until("a refusal", () => !named.refusal.hidden && named.refusal.textContent);
shown.refusal = named.refusal.textContent;
let turn = 0;
const acted = new Set();
while (shown.taken < Number(most)) {
  if (named.decision.textContent === "The game is over") { shown.over = true; break; }
  const before = now();
  if (named.decision.textContent.startsWith("chance") && dice === "manual") {
    named.number.value = String(1 + shown.rolls % 6);
    named.rolled.click();
    shown.rolls += 1;
  } else if (buttons().length) {
    const ends = buttons().filter((button) => button.className === "pass");
    const some = turn % 3 === 0 && ends.length ? ends : buttons();
    acted.add(named.seat.value);
    some[(turn * 7) % some.length].click();
    shown.taken += 1;
  }
  turn += 1;
  await until("what comes next", () => now() !== before);
  shown.targets = Math.max(shown.targets, named.targets.kids.length);
  if (/came to/.test(named.battle.textContent)) shown.battle = named.battle.textContent;
}
shown.acted = [...acted].sort();
shown.units = named.units.kids.length;
const left = now();
named.units.kids[0].onclick();  // which may be to take the one action that names the hex
await until("what was clicked", () => named.clicked.textContent.includes("\n") || now() !== left);
shown.clicked = named.clicked.textContent;
shown.status = named.status.textContent;
shown.hash = location.hash;
console.log(JSON.stringify(shown));
process.exit(0);
