// The one page that stays: it has the service worker installed, owns Python, and shows the pages of the app in a frame of its size.
import "./print.js";

const BASE = document.baseURI, SCOPE = new URL(BASE).pathname, NAME = `scorepad ${SCOPE}`;
const { words, refuse } = window.scorepad, root = document.documentElement, service = navigator.serviceWorker;
const channel = new BroadcastChannel(NAME), byId = (id) => document.getElementById(id);
const SWEPT = [500, 3000]; // milliseconds after Python hears
const MEGABYTE = 1e6, LANGUAGE = "scorepad language", TOLD = "scorepad told", ICON = "scorepad icon";
const at = new URLSearchParams(location.search).get("at"); // from `404.html`
let wanted = at === null ? location.href : new URL(at, BASE).href, frame, version, holder = "";
let isOld = false, linked = ""; // a new version has come under a form that is half typed; the link that was followed last

if (!wanted.startsWith(BASE)) wanted = BASE;
const inside = (address) => new URL(address).href.startsWith(BASE);
const say = (words_, values) => words_.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// What is tapped while Python starts is opened as soon as it hears.
byId("starting").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  wanted = link.href;
  for (const each of byId("starting").querySelectorAll("a")) each.toggleAttribute("aria-current", each === link);
  byId("loaded").textContent = words.opens_soon;
});

channel.addEventListener("message", ({ data }) => {
  if (data.total && !frame) {
    byId("bar").value = data.loaded / data.total;
    const megabytes = (bytes) => (bytes / MEGABYTE).toLocaleString(root.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    byId("loaded").textContent = say(words.loaded, { loaded: megabytes(data.loaded), total: megabytes(data.total) });
  }
  if (data.whoHolds && holder) channel.postMessage({ holds: holder });
});

// Until a service worker answers for this page. It is registered anew each time, so that a new version is found; nobody waits for that.
async function controlled() {
  const claimed = new Promise((resolve) => { service.addEventListener("controllerchange", resolve, { once: true }); });
  service.register("service.js", { updateViaCache: "none" }).then(watch, (error) => { if (!service.controller) refuse("not_loaded"); console.error(error); });
  if (!service.controller) {
    const { active } = await service.ready;
    if (!service.controller) { active.postMessage("claim"); await claimed; }
    return;
  }
  const registration = await service.getRegistration();
  if (!registration || !registration.waiting) return;
  registration.waiting.postMessage("take over alone");
  const reloaded = claimed.then(() => { location.reload(); return new Promise(() => {}); });
  await Promise.race([reloaded, new Promise((resolve) => { setTimeout(resolve, 500); })]);
  if (registration.waiting) offerNew(registration); // other pages are open
}

function watch(registration) {
  const look = (worker) => worker && worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && service.controller && registration.waiting) offerNew(registration);
    if (worker.state === "redundant" && !service.controller) refuse("not_loaded");
  });
  look(registration.installing);
  registration.addEventListener("updatefound", () => look(registration.installing));
}

function offerNew(registration) {
  tell(words.new_version, words.use_it, () => useNew(registration));
}

// Said until it is done: Chromium forgets it where the old one is asked something just then.
function useNew({ waiting }) {
  if (!waiting || waiting.state !== "installed") return;
  waiting.postMessage("take over");
  setTimeout(useNew, 1000, { waiting });
}

const versionOf = (worker) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => resolve(data);
  worker.postMessage("version", [port2]);
});

// The name of the Python that lives, if one does: a page that comes later follows it too.
async function living() {
  const { held } = await navigator.locks.query(), suffix = " lives";
  const one = window.SharedWorker && held.find(({ name }) => name.startsWith(`${NAME} ${version} `) && name.endsWith(suffix));
  return one ? one.name.slice(0, -suffix.length) : `${NAME} ${version} `;
}

// All pages that follow the same Python start the same next one: it has the name of the one that ended.
async function startPython(after = "") {
  version = await versionOf(service.controller);
  const options = { type: "module", name: after ? `${NAME} ${version} ${after}` : await living(), extendedLifetime: true }, address = `${BASE}files/python.js`;
  const worker = window.SharedWorker ? new SharedWorker(address, options) : new Worker(address, options), port = worker.port || worker;
  let current = "";
  port.addEventListener("message", ({ data }) => {
    current = data.id;
    if (data.state === "holding") byId("loaded").textContent = words.starting;
    if (["holding", "heard"].includes(data.state)) holder = data.id;
    if (data.state === "heard") heard(current);
    if (data.state === "failed") failed(data.why);
  });
  if (worker.port) worker.port.start();
  worker.addEventListener("error", (event) => failed(event.message || "worker"));
  if (!worker.port) addEventListener("pagehide", () => worker.terminate());
}

// What loading and starting leave behind in Chromium, some 40 MB, lies about until much is allocated. So room is asked for that is not used.
function sweep() {
  if (!performance.memory) return; // no Chromium: it might use the room at once
  const room = Array(8).fill(64 * MEGABYTE);
  try { for (const size of room) new ArrayBuffer(size); } catch { return; } // a phone that has so little collects by itself
  service.controller.postMessage({ room });
}

function failed(why) {
  console.error(why);
  if (!frame) refuse("not_started");
}

// Another page's Python is as good as the own one.
async function heard(id) {
  if (!frame) open(wanted);
  for (const later of SWEPT) setTimeout(sweep, later);
  await navigator.locks.request(`${NAME} heard`, { mode: "shared" }, () => {});
  holder = "";
  await startPython(id);
}

channel.addEventListener("message", ({ data }) => { if (data.heard && !frame && service.controller) open(wanted); });

function open(address) {
  frame = document.createElement("iframe");
  frame.title = "scorepad";
  frame.src = address;
  document.body.append(frame);
}

// Called by each page of the app as it begins (`inside.js`).
window.scorepad.entered = (page) => {
  page.document.addEventListener("DOMContentLoaded", () => {
    follow(page);
    if (isOld && page.location.href === linked) return location.reload();
    byId("starting").hidden = true;
    root.dataset.scorepad = "ready";
    try { localStorage.setItem(LANGUAGE, page.document.documentElement.lang); } catch { /* it is asked next time */ }
    root.lang = page.document.documentElement.lang;
    if (page.location.pathname === `${SCOPE}kept`) byId("notice").hidden = true;
    handInsets();
    keepTables(page);
    offerIcon(page);
  });
  for (const name of ["pushState", "replaceState"]) {
    const change = page.history[name];
    page.history[name] = function (...given) { change.apply(this, given); follow(page); };
  }
  page.addEventListener("hashchange", () => follow(page));
  page.addEventListener("click", ({ target }) => { linked = (target.closest("a[href]") || {}).href || ""; });
};

function follow(page) {
  if (!inside(page.location.href)) return;
  history.replaceState(history.state, "", page.location.href);
  document.title = page.document.title;
}

// What a phone's screen has at its edges is known to the outer page alone. The notice, where it is shown, keeps to the upper edge.
function handInsets() {
  if (!frame || !frame.contentDocument) return;
  const own = getComputedStyle(root), { style } = frame.contentDocument.documentElement;
  for (const side of ["top", "right", "bottom", "left"]) style.setProperty(`--inset-${side}`, own.getPropertyValue(`--inset-${side}`));
  if (!byId("notice").hidden) style.setProperty("--inset-top", "0px");
}
addEventListener("resize", handInsets);

function tell(text, way, act) {
  const notice = byId("notice"), words_ = document.createElement("p"), does = document.createElement("button"), closes = document.createElement("button");
  words_.textContent = text;
  does.textContent = way || "";
  closes.textContent = words.close;
  const close = () => { notice.hidden = true; handInsets(); };
  does.addEventListener("click", () => { close(); act(); });
  closes.addEventListener("click", close);
  notice.replaceChildren(...[words_, way && does, closes].filter(Boolean));
  notice.hidden = false;
  handInsets();
}

// With the first table the browser is asked to keep it; where it doesn't promise that, it is said once.
async function keepTables(page) {
  if (!new URL(page.location.href).pathname.startsWith(`${SCOPE}t/`) || !navigator.storage || !navigator.storage.persist) return;
  const kept = await navigator.storage.persisted() || await navigator.storage.persist();
  try {
    if (kept || localStorage.getItem(TOLD)) return;
    localStorage.setItem(TOLD, "1");
  } catch { return; }
  tell(words.may_be_cleared, words.keep_file, () => { frame.contentWindow.location.href = `${BASE}kept`; });
}

// At the end of the first match: once, and where the browser has a way.
let install;
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); install = event; });
function offerIcon(page) {
  const isApple = /Apple/.test(navigator.vendor) && navigator.maxTouchPoints > 1, isIcon = matchMedia("(display-mode: standalone)").matches;
  if (!page.document.querySelector(".match-over") || isIcon || !(install || isApple)) return;
  try {
    if (localStorage.getItem(ICON)) return;
    localStorage.setItem(ICON, "1");
  } catch { return; }
  if (install) tell(words.install, words.add, () => install.prompt());
  else tell(words.install_by_share);
}

// A form that is half typed stays, until a link is followed; all other pages are of the new version at once.
const isTyped = () => frame && [...frame.contentDocument.querySelectorAll("input, textarea")].some((field) => (
  field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue && field.type !== "hidden"));

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
await controlled();
sweep();
service.addEventListener("controllerchange", () => { if (isTyped()) isOld = true; else location.reload(); });
await startPython();
