// Opens the pad without a network. It solves nothing: cards are kept until the pad's server answers again.
"use strict";
const HOME = new URL(self.registration.scope).pathname, PAGE = HOME + "solve", TABLE = new RegExp(`^${HOME}t/[a-z0-9]+$`);
const CACHE = "pad " + FILES.join(" "), MOST_TABLES = 5;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([new Request(PAGE, { credentials: "omit" }), ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => self.clients.claim()));
});

const kept = async (key) => (await caches.open(CACHE)).match(key);

// The newest page of the pad is kept, with its game and house rules, and the newest of the tables looked at last.
async function keep(path, answer) {
  const cache = await caches.open(CACHE);
  await cache.delete(path); // so that it is the newest in the list
  await cache.put(path, answer);
  const tables = (await cache.keys()).filter((request) => TABLE.test(new URL(request.url).pathname));
  for (const old of tables.slice(0, -MOST_TABLES)) cache.delete(old);
}

async function page(request) {
  const path = new URL(request.url).pathname;
  try {
    const answer = await fetch(request);
    if ((path === PAGE || TABLE.test(path)) && answer.ok && !answer.redirected) await keep(path, answer.clone());
    return answer;
  } catch (error) {
    const page = (path === PAGE || TABLE.test(path)) && await kept(path);
    if (page) return page;
    if (path === HOME && await kept(PAGE)) return Response.redirect(PAGE);
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(address.pathname + address.search)) event.respondWith(kept(request.url).then((file) => file || fetch(request)));
});
