// Opens the pad without a network: its first pages, and of each table that was looked at last its page and those where scores are entered.
// A page is kept as it was last seen, with every file that it names, and all are kept anew when PAD says something else: a new version or
// language makes another worker. What is kept is marked `data-kept`, and solves or records nothing: what is entered waits on the phone.
"use strict";
const CACHE = "pad 1", MOST_TABLES = 5, MOST_SOLVERS = 5;
const PATIENCE = 3500, LONGEST = 40000, SOON = 5000; // milliseconds: until what is kept is shown, until nothing comes any more, until a change is kept
const TABLE = new RegExp(`^${PAD.home}t/[^/]+`), FILE = new RegExp(`"(${PAD.home}(?:static|styles|scripts)/[^"#?]+\\?v=[0-9a-f]+)`, "g");
const OTHER_PAGES = ["before", "deal"]; // fields of an address that make it another page
const GONE = [401, 403, 404, 410];

const pause = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));
const pathOf = (url) => new URL(url, location.href).pathname;
const tableOf = (url) => (TABLE.exec(pathOf(url)) || [""])[0];

// Two workers share what is kept while a new one is installed: one changes it at a time.
const alone = (act) => (navigator.locks ? navigator.locks.request(CACHE, act) : act());

// Under which address a page is kept; "" for one that is not.
function placeOf(url) {
  const { origin, pathname, searchParams } = new URL(url, location.href), table = TABLE.exec(pathname);
  if (origin !== location.origin || OTHER_PAGES.some((name) => searchParams.has(name))) return "";
  if (table) return ["", ...PAD.ofTable].includes(pathname.slice(table[0].length)) ? pathname : "";
  if (!PAD.first.includes(pathname)) return "";
  const rules = new URLSearchParams([...searchParams].filter(([name]) => name === "game" || name.startsWith("o-")));
  return pathname + (rules.toString() && `?${rules}`);
}

// The page of that address; the newest where its game is not kept, or it names none.
async function find(url) {
  const place = placeOf(url), cache = await caches.open(CACHE);
  if (!place) return undefined;
  const there = place.includes("?") && await cache.match(place);
  return there || (await cache.matchAll(place, { ignoreSearch: true })).pop();
}

const marked = (html) => html.replace("<html ", "<html data-kept ");

async function ask(address, options = {}) {
  const stop = new AbortController(), timer = setTimeout(() => stop.abort(), LONGEST);
  try {
    const answer = await fetch(address, { ...options, signal: stop.signal });
    return { answer, body: await answer.clone().text() };
  } finally {
    clearTimeout(timer);
  }
}

async function keepFile(cache, address) {
  if (await cache.match(address)) return;
  const { answer } = await ask(address);
  // The pad has another file of this name by now: the page is of an older version.
  if (!answer.ok || /no-cache/.test(answer.headers.get("Cache-Control"))) throw new Error(address);
  await cache.put(address, answer);
}

// Keeps a page of the pad, without its messages, which are read once. What came by a redirect can be no answer to
// a browser that opens a page, so what is kept is always made anew.
async function keep(place, answer, html) {
  const cache = await caches.open(CACHE);
  if (GONE.includes(answer.status)) return cache.delete(place);
  if (!answer.ok || !/<html [^>]*data-suits/.test(html)) throw new Error(answer.status);
  const page = marked(html).replace(/(<div class="notices"[^>]*>)[^]*?<\/div>/, "$1</div>");
  return alone(async () => {
    for (const [, file] of html.matchAll(FILE)) await keepFile(cache, file);
    await cache.delete(place); // so that it is the newest in the list
    await cache.put(place, new Response(page, { headers: answer.headers }));
  });
}

async function fetchAndKeep(address) {
  const { answer, body } = await ask(address, { headers: { [PAD.keeping]: "1" }, cache: "no-store" });
  const place = placeOf(answer.url);
  if (place !== placeOf(address)) await (await caches.open(CACHE)).delete(address);
  if (place) await keep(place, answer, body);
  return body;
}

// A table's other pages go with it: they come from it, and what it no longer leads to is not for this phone. The first page lists it.
async function keepOthers(table, html, isNew) {
  const cache = await caches.open(CACHE);
  if (isNew) await fetchAndKeep(PAD.home);
  for (const below of PAD.ofTable) {
    if (html.includes(`href="${table}${below}"`)) await fetchAndKeep(table + below); else await cache.delete(table + below);
  }
}

async function keepPlace(url) {
  const table = tableOf(url), isNew = !(await find(table)), html = await fetchAndKeep(table || placeOf(url));
  if (table) await keepOthers(table, html, isNew);
  await drop();
}

// What is too much goes, and every file that no page names any more.
async function drop() {
  const cache = await caches.open(CACHE), requests = await cache.keys();
  const tables = requests.filter(({ url }) => tableOf(url) === pathOf(url)).map(({ url }) => tableOf(url)), old = tables.slice(0, -MOST_TABLES);
  const solvers = requests.filter(({ url }) => placeOf(url).includes("?"));
  const extra = [...requests.filter(({ url }) => old.includes(tableOf(url))), ...solvers.slice(0, -MOST_SOLVERS)];
  if (extra.length) await alone(async () => {
    for (const request of extra) await cache.delete(request);
    await dropFiles(cache);
  });
}

async function dropFiles(cache) {
  const left = await cache.keys(), named = new Set();
  for (const page of left.filter(({ url }) => placeOf(url))) {
    for (const [, file] of (await (await cache.match(page)).text()).matchAll(FILE)) named.add(new URL(file, location.href).href);
  }
  for (const file of left.filter(({ url }) => !placeOf(url) && !named.has(url))) await cache.delete(file);
}

// Those of older versions too.
async function keptTables() {
  const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return new Set(lists.flat().map(({ url }) => tableOf(url)).filter(Boolean));
}

addEventListener("install", (event) => {
  self.skipWaiting(); // each page has its own files, so pages of two versions do not disturb each other
  event.waitUntil((async () => {
    for (const address of PAD.first) await fetchAndKeep(address);
    for (const table of await keptTables()) await keepPlace(table).catch(() => {});
    await alone(async () => dropFiles(await caches.open(CACHE)));
  })());
});

addEventListener("activate", (event) => {
  const others = async () => Promise.all((await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(others().then(() => self.clients.claim()));
});

// The pad's own answers have an id. A proxy that does not reach the pad answers without one.
const reached = (answer) => answer && (answer.type === "opaqueredirect" || answer.status < 500 || answer.headers.has("X-Request-ID"));

// A page as it comes; where it does not come soon, as it was kept.
async function show(url, asked) {
  const kept = await find(url), answer = await Promise.race([asked, pause(kept ? PATIENCE : LONGEST)]);
  if (reached(answer)) return answer;
  return kept || (await find(PAD.away)) || Response.error();
}

// What came is kept for the next time, also when it came too late to be shown. Cards in an address are not kept with the page.
async function keepShown(url, asked) {
  const answer = await asked, place = placeOf(url), table = tableOf(url);
  if (!reached(answer) || !place || answer.type === "opaqueredirect") return;
  const html = await answer.clone().text(), isNew = !(await find(url));
  if (place === pathOf(url) + new URL(url).search) await keep(place, answer, html);
  else if (!table) await fetchAndKeep(place);
  if (table === place) await keepOthers(table, html, isNew);
  await drop();
}

// The answer to a form. Where none comes, the page that sent it stays as it is, with everything that was typed, and says so.
async function send(clientId, asked) {
  const answer = await asked;
  if (reached(answer)) return answer;
  const page = await self.clients.get(clientId), windows = page ? [page] : await self.clients.matchAll({ type: "window" });
  for (const one of windows) one.postMessage("unsent");
  return windows.length ? new Response(null, { status: 204 }) : show(PAD.away, asked);
}

// A table that changes is kept anew, once for all that changes soon after.
const changing = new Map();
function keepSoon(table) {
  if (!changing.has(table)) changing.set(table, pause(SOON).then(() => { changing.delete(table); return keepPlace(table); }).catch(() => {}));
  return changing.get(table);
}

function navigate(event) {
  const { request } = event, isForm = request.method === "POST";
  const asked = fetch(request).catch(() => null);
  // A page that one goes back to may come from the browser's own cache, older than what is kept.
  if (!isForm && request.cache !== "force-cache") event.waitUntil(keepShown(request.url, asked).catch(() => {}));
  event.respondWith(isForm ? send(event.clientId, asked) : show(request.url, asked));
}

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname, searchParams } = new URL(request.url), table = tableOf(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") navigate(event);
  else if (request.method === "POST" && table) event.waitUntil(keepSoon(table)); // what is sent from the phone's queue, as it is
  else if (request.method === "GET" && searchParams.has("v")) event.respondWith(caches.match(request.url).then((file) => file || fetch(request)));
  else if (request.method === "GET" && pathname === `${table}/live`) {
    const asked = fetch(request);
    event.waitUntil(asked.then((answer) => (answer.status === 200 ? keepSoon(table) : undefined)).catch(() => {}));
    event.respondWith(asked);
  }
});

// A page that was there before its worker. One that was on its way as the worker began was not among those that it took over.
addEventListener("message", (event) => {
  event.waitUntil(self.clients.claim().catch(() => {}));
  if (placeOf(event.source.url)) event.waitUntil(keepPlace(event.source.url).catch(() => {}));
});
