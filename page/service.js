// The service worker of the pad without a server. It holds nothing: the files of its version are in a cache, all else is asked of Python over a
// channel. `bin/page` writes PAGE above this: the version, and of each file its size and its hash.
"use strict";
const SCOPE = new URL(registration.scope).pathname, NAME = `scorepad ${SCOPE}`, CACHE = `${NAME} ${PAGE.version}`;
const START = crypto.randomUUID(); // tells what was asked by this worker from what one asked that was stopped
const KINDS = { html: "text/html;charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", json: "application/json",
  wasm: "application/wasm", zip: "application/zip", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
const NO_BODY = [101, 103, 204, 205, 304], VERIFIED = "X-Integrity", NAMED = "x-asked", MOST_TRIES = 2, SAFE = ["GET", "HEAD"];
const OUTER_POLICY = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"; // it shows nothing that anybody typed
const WAITS = "files/waits", NEVER_KEPT = { headers: { "Cache-Control": "no-store" } }; // what Python asks while it searches (`search.js`)
const RELEASED = { status: 503, headers: [], body: "" }; // to a page that is gone
const channel = new BroadcastChannel(NAME), pending = new Map();

const kindOf = (name) => KINDS[name.slice(name.lastIndexOf(".") + 1)];
const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(`${NAME} `));

// A file of another version is none. Not asked whether it has changed: hosts that know files by their time alone say no.
// The browser's own check of a hash holds the file in memory for as long as this worker lives.
async function fetchVerified(name, count = () => {}) {
  const { size, integrity } = PAGE.files[name], answer = await fetch(new Request(name, { cache: "reload" })), content = new Uint8Array(size);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const reader = answer.body.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > size) throw new Error(`${name}: larger than ${size}`);
    content.set(part.value, at);
    at += part.value.length;
    count(part.value.length);
  }
  const hash = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", content))));
  if (at < size || integrity !== `sha256-${hash}`) throw new Error(`${name}: of another version`);
  return new Response(content, { headers: { "Content-Type": kindOf(name), [VERIFIED]: integrity } });
}

// Each file whole and verified, or no new version.
async function load() {
  const cache = await caches.open(CACHE), names = Object.keys(PAGE.files), total = names.reduce((sum, name) => sum + PAGE.files[name].size, 0);
  let loaded = 0, said = 0;
  const count = (bytes) => {
    loaded += bytes;
    if (loaded - said < total / 100 && loaded < total) return;
    said = loaded;
    channel.postMessage({ loaded, total });
  };
  await Promise.all(names.map(async (name) => {
    const kept = await find(name);
    if (kept) { await cache.put(name, kept); return count(PAGE.files[name].size); }
    await cache.put(name, await fetchVerified(name, count));
  }));
}

// The same file as another version has it.
async function find(name) {
  for (const version of await ownCaches()) {
    const file = await (await caches.open(version)).match(name);
    if (file && file.headers.get(VERIFIED) === PAGE.files[name].integrity) return file;
  }
  return undefined;
}

async function takeOver() {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  channel.postMessage({ end: PAGE.version });
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(load()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0].postMessage(PAGE.version);
  else if (event.data.left) leave(event.source.id, event.data.left);
  else if (event.data === "claim") event.waitUntil(clients.claim());
  else if (event.data.room) for (const size of event.data.room) new ArrayBuffer(size);
  else if (event.data === "take over") self.skipWaiting();
  else if (event.data === "take over alone") event.waitUntil(takeOverAlone());
});

async function takeOverAlone() {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ frameType }) => frameType === "top-level").length < 2) self.skipWaiting();
}

const fromCache = async (name) => (await (await caches.open(CACHE)).match(name)) || fetchVerified(name);

// The outer page, at whatever address: its own are below that of the pad.
async function outer() {
  const html = await (await fromCache("index.html")).text();
  const headers = { "Content-Type": KINDS.html, "Content-Security-Policy": OUTER_POLICY, "Cache-Control": "no-cache" };
  return new Response(html.replace('<base href="./">', `<base href="${SCOPE}">`), { headers });
}

channel.addEventListener("message", ({ data }) => {
  if (data.heard) for (const waiting of pending.values()) askAgain(waiting);
  const waiting = data.answer && pending.get(data.answer.id);
  if (!waiting) return;
  pending.delete(data.answer.id);
  channel.postMessage({ got: data.answer.id });
  waiting.answered(data.answer);
});

// What ended one Python after another is asked no more.
function askAgain(waiting) {
  waiting.tries += 1;
  if (waiting.tries <= MOST_TRIES) return channel.postMessage({ ask: waiting.asked });
  pending.delete(waiting.asked.id);
  return waiting.answered({ status: 500, headers: [["Content-Type", "text/plain;charset=utf-8"]], body: "Something went wrong here. Everything recorded is safe." });
}

// What becomes of a search: it comes later, where what may not wait for it waits; it ends, where nobody waits for it; or it goes on.
async function standing(id) {
  const own = pending.get(id);
  if (own && (own.isLeft || (own.clientId && !(await clients.get(own.clientId))))) {
    pending.delete(id);
    own.answered(RELEASED);
    return "gone";
  }
  if (![...pending.values()].some((other) => other !== own && !other.isLater && mayNotWait(other, own))) return "go on";
  if (own) own.isLater = true; // it holds up nothing from now on
  return "later";
}

// What changes something, another page, and what the same page asks anew; not what a page asks beside it, again and again.
const mayNotWait = (other, own) => other.mayChange || other.isPage
  || Boolean(own && other.clientId === own.clientId && other.path === own.path);

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A page no longer waits for what it has asked by this name.
function leave(clientId, name) {
  for (const waiting of pending.values()) if (waiting.clientId === clientId && waiting.asked.headers[NAMED] === name) waiting.isLeft = true;
}

// Asks once, however long it takes: a Python that begins to hear is asked again, by the same id.
async function ask(event) {
  const { request, clientId } = event, { method, url } = request, isPage = request.mode === "navigate", body = new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  headers["accept-language"] = navigator.languages.join(",");
  if (request.referrer.startsWith(location.origin)) headers.referer = request.referrer;
  const asked = { id: crypto.randomUUID(), start: START, client: isPage ? "" : clientId, method, url, headers, body,
    hash: hex(await crypto.subtle.digest("SHA-256", body)) };
  const about = { asked, clientId, isPage, mayChange: !SAFE.includes(method), path: new URL(url).pathname, tries: 0 };
  const answer = await new Promise((answered) => { pending.set(asked.id, { ...about, answered }); channel.postMessage({ ask: asked }); });
  return new Response(NO_BODY.includes(answer.status) ? null : answer.body, { status: answer.status, headers: answer.headers });
}

// Every page of the app tells the outer one where it is.
async function page(event) {
  const answer = await ask(event);
  if (!(answer.headers.get("Content-Type") || "").startsWith("text/html")) return answer;
  const html = (await answer.text()).replace(/<head>/, `<head><script src="${SCOPE}files/inside.js"></script>`);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Length");
  return new Response(html, { status: answer.status, headers });
}

// What has its hash in its address stays as it is.
async function file(event) {
  const cache = await caches.open(CACHE), kept = await cache.match(event.request.url);
  if (kept) return kept;
  const answer = await ask(event);
  if (answer.ok && (answer.headers.get("Cache-Control") || "").includes("immutable")) await cache.put(event.request.url, answer.clone());
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname, searchParams } = new URL(request.url), name = pathname.slice(SCOPE.length);
  if (origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  if (request.mode === "navigate" && request.destination === "document" && request.method === "GET") event.respondWith(outer());
  else if (name === WAITS) event.respondWith(standing(searchParams.get("id")).then((word) => new Response(word, NEVER_KEPT)));
  else if (Object.hasOwn(PAGE.files, name)) event.respondWith(fromCache(name));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && searchParams.has("v")) event.respondWith(file(event));
  else event.respondWith(ask(event));
});
