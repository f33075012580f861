// Python with the pad, in a worker that all pages share, or where that is not to be had in one of a page. A lock lets one of them be.
import { loadPyodide } from "./pyodide.mjs";
import { Kept, Superseded } from "./kept.js";
import { Search } from "./search.js";

const BASE = new URL("..", self.location).href, SCOPE = new URL(BASE).pathname, NAME = `scorepad ${SCOPE}`;
const ID = crypto.randomUUID(), SILENCE = 3000; // milliseconds without a page that answers for whoever holds the lock
const SAFE = ["GET", "HEAD", "OPTIONS"];
const channel = new BroadcastChannel(NAME), ports = new Set(), known = new Map();
const PACKED = ["libraries", "app"], LATER = "later";
const search = new Search(`${BASE}files/waits`, () => !kept.changes());
const START = `
import packed_modules
packed_modules.add("/lib/pad", "/lib/libraries.zip", "/lib/app.zip")
from scorepad.in_browser.asked_app import AskedApp
AskedApp
`;
let state = { state: "waiting", id: ID }, line = Promise.resolve(), hasEnded = false, end, pad, kept;
const ended = new Promise((resolve) => { end = resolve; });

function tell(news) {
  state = { id: ID, ...news };
  for (const port of ports) port.postMessage(state);
}

// A Python that ends is silent: whoever is not answered asks the next one.
function finish() {
  hasEnded = true;
  end();
  setTimeout(() => self.close(), 0);
}

const archive = async (name) => new Uint8Array(await (await fetch(new URL(name, BASE))).arrayBuffer());

async function begin() {
  tell({ state: "holding" });
  const { parts, lock, version } = await (await fetch(new URL("files/page.json", BASE))).json();
  const archives = Promise.all(PACKED.map((part) => archive(parts[part])));
  const opening = Kept.open(NAME, ID, "/pad");
  const python = await loadPyodide({ indexURL: new URL("files/", BASE).href, stdLibURL: new URL(parts.python, BASE).href, lockFileContents: lock });
  (await archives).forEach((content, at) => python.FS.writeFile(`/lib/${PACKED[at]}.zip`, content, { canOwn: true }));
  kept = await opening;
  await kept.lay(python.FS);
  pad = python.runPython(START).callKwargs(BASE, { searching: (isOn) => search.turn(isOn) });
  await kept.save();
  python.setInterruptBuffer(search.buffer());
  for (const answer of await kept.answers()) known.set(answer.id, { ...answer, promise: Promise.resolve(answer) });
  channel.addEventListener("message", ({ data }) => {
    if (data.end && data.end !== version) line = line.then(finish);
  });
}

// Nothing where its search was interrupted.
function compute({ id, method, url, headers, body }) {
  search.begin(id);
  const result = pad.answer(method, url, headers, body), { word } = search;
  search.end();
  if (!result) return word === LATER ? LATER : undefined;
  const [status, fields, content] = result.toJs();
  result.destroy();
  return { status, headers: fields, body: content };
}

async function work(asked) {
  const isSafe = SAFE.includes(asked.method);
  let answer;
  try {
    const computed = compute(asked);
    if (!computed || computed === LATER) return computed;
    answer = { id: asked.id, key: keyOf(asked), start: asked.start, ...computed };
    await kept.save(asked.id, isSafe ? null : answer);
    if (pad.is_replaced()) setTimeout(finish, 0); // the next Python starts from other tables
    return answer;
  } catch (error) {
    console.error(error);
    finish();
    if (error instanceof Superseded) return undefined; // the next Python answers
    return answer && { id: asked.id, ...notKept(asked) }; // memory and store differ: the next Python starts from the store
  }
}

function notKept({ url, headers }) {
  const result = pad.not_kept(url, headers), [status, fields, content] = result.toJs();
  return { status, headers: fields, body: content };
}

// One after the other. A search that holds up what may not wait begins anew behind that.
async function inLine(asked) {
  for (;;) {
    line = line.then(() => (hasEnded ? undefined : work(asked)));
    const answer = await line;
    if (answer !== LATER) return answer;
    await new Promise((heard) => { setTimeout(heard, 0); });
  }
}

const keyOf = ({ method, url, client, hash }) => [method, url, client, hash].join(" ");

// The same request, as it is known: by its id, or where a service worker was stopped and the next one asks anew.
function same(asked) {
  if (known.has(asked.id)) return known.get(asked.id);
  if (SAFE.includes(asked.method)) return undefined;
  const key = keyOf(asked);
  return [...known.values()].find((one) => one.key === key && one.start !== asked.start);
}

async function hear(asked) {
  let one = same(asked);
  if (!one) {
    one = { id: asked.id, key: keyOf(asked), start: asked.start, promise: inLine(asked), isSafe: SAFE.includes(asked.method) };
  }
  known.set(asked.id, one);
  const answer = await one.promise;
  if (!answer) return known.delete(asked.id);
  channel.postMessage({ answer: { id: asked.id, status: answer.status, headers: answer.headers, body: answer.body } });
}

// An answer that has arrived, by whatever id it was asked for: an equal request is a new one from then on.
function forget(id) {
  const one = known.get(id);
  for (const [other, equal] of known) if (equal === one) known.delete(other);
  if (one && !one.isSafe) kept.forget(one.id);
}

async function run() {
  navigator.locks.request(`${self.name} lives`, () => ended);
  try {
    await begin();
  } catch (error) {
    console.error(error);
    tell({ state: "failed", why: String(error.message || error) });
    return finish();
  }
  return navigator.locks.request(`${NAME} heard`, () => {
    channel.addEventListener("message", ({ data }) => {
      if (hasEnded) return;
      if (data.ask) hear(data.ask);
      if (data.got) forget(data.got);
    });
    tell({ state: "heard" });
    channel.postMessage({ heard: ID });
    return ended;
  });
}

// A page may be kept aside by its browser with the worker that holds the lock. Then no page answers for it, and the lock is taken.
async function takeLock() {
  const lock = `${NAME} python`;
  let answered = 0, hasLock = false;
  const hold = (how) => navigator.locks.request(lock, how, () => { hasLock = true; return run(); });
  const taking = hold({}).catch(() => {});
  channel.addEventListener("message", ({ data }) => { if (data.holds) answered = performance.now(); });
  while (!hasLock) {
    const asked = performance.now();
    channel.postMessage({ whoHolds: true });
    await new Promise((resolve) => { setTimeout(resolve, SILENCE); });
    if (!hasLock && answered < asked) { await hold({ steal: true }); break; }
  }
  return taking;
}

function connect(port) {
  ports.add(port);
  port.postMessage(state);
}

self.addEventListener("connect", ({ ports: [port] }) => connect(port));
if (self.DedicatedWorkerGlobalScope) connect(self);
takeLock();
