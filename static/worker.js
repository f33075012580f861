// Opens the pad without a network. It solves nothing: cards are kept until the pad's server answers again.
"use strict";
const PAGE = "/solve", CACHE = "pad " + FILES.join(" ");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([new Request(PAGE, { credentials: "omit" }), ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => self.clients.claim()));
});

const kept = async (key) => (await caches.open(CACHE)).match(key);

// The newest page of the pad is kept, with its game and house rules; any other page needs the server.
async function page(request) {
  const isPad = new URL(request.url).pathname === PAGE;
  try {
    const answer = await fetch(request);
    if (isPad && answer.ok && !answer.redirected) (await caches.open(CACHE)).put(PAGE, answer.clone());
    return answer;
  } catch (error) {
    const pad = await kept(PAGE);
    if (isPad && pad) return pad;
    if (pad && new URL(request.url).pathname === "/") return Response.redirect(PAGE);
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(address.pathname + address.search)) event.respondWith(kept(request.url).then((file) => file || fetch(request)));
});
