// What was entered on this phone, until the pad says what became of it. All forms of the pad are sent from here.
//
//   keep ──▶ waiting ──send──▶ sending ──"recorded"──▶ gone
//               ▲                 │ └────"refused"───▶ refused ──told, mended or dropped by a person──▶ gone
//               └─ pause ◀────────┘ "waiting", any other answer, or none
//
// The words in quotes are the pad's own: the header Scorepad-Operation of the answer, with the id of this operation.
// Whoever else answers (a portal, a proxy, an error page) changes nothing. Each table is a line of its own:
// the oldest entry of a line is sent until the pad has answered it, with growing pauses, and holds up no other line.
// Several pages of one phone share the store, and one of them sends a line at a time.
(() => {
  "use strict";
  const NAME = "Scorepad-Operation", LIMIT = 15000, FIRST_PAUSE = 2000, LONGEST_PAUSE = 300000, LEASE = LIMIT + 5000, ELSEWHERE = 3000;
  const STORE_ANSWERS = 3000, STUCK_ANSWERS = 300, LEFT = "scorepad:waiting"; // what pages left behind, and where older versions kept entries

  // An answer within its time, or an error: on a network that takes everything and answers nothing too.
  window.fetchWithin = async (address, options = {}, milliseconds = LIMIT) => {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), milliseconds);
    if (options.signal) options.signal.addEventListener("abort", () => stop.abort());
    try {
      const answer = await fetch(address, { ...options, signal: stop.signal });
      return { status: answer.status, ok: answer.ok, url: answer.url, headers: answer.headers, text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  };

  const newOp = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const result = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });

  // A store that another page holds while it sleeps answers nothing: this page then goes on without it.
  let isStuck = false;
  const inTime = (promise) => new Promise((done, failed) => {
    const late = () => { isStuck = true; failed(new Error("late")); };
    const timer = setTimeout(late, isStuck ? STUCK_ANSWERS : STORE_ANSWERS), over = () => clearTimeout(timer);
    promise.then((value) => { over(); isStuck = false; done(value); }, (error) => { over(); failed(error); });
  });

  // The phone's store; entries that it does not take are held while this page is open.
  const opened = new Promise((done) => {
    setTimeout(() => done(null), STORE_ANSWERS);
    try {
      const asked = indexedDB.open("scorepad", 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("entries", { keyPath: "number", autoIncrement: true });
        asked.result.createObjectStore("leases", { keyPath: "line" });
      };
      asked.onsuccess = () => { asked.result.onversionchange = () => asked.result.close(); done(asked.result); };
      asked.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
  const unkept = [];

  // In WebKit a page that is left in the middle of a transaction and sleeps in the page cache holds the store from all others.
  const transactions = new Set();
  let isLeft = false;
  function begin(store, ...given) {
    if (isLeft) throw new Error("left");
    const transaction = store.transaction(...given);
    transactions.add(transaction);
    for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => transactions.delete(transaction));
    return transaction;
  }
  addEventListener("pagehide", () => {
    isLeft = true;
    for (const transaction of transactions) { try { transaction.abort(); } catch { /* it is about to end */ } }
    leaveAll();
  });
  addEventListener("pageshow", () => { isLeft = false; });

  // What isn't in the store as the page goes is left to the next page. `hold` gives back what ends that.
  const held = new Set(), handedOver = new Set();
  function hold(entry) { held.add(entry); return () => held.delete(entry); }
  function leftBehind() { try { return JSON.parse(localStorage.getItem(LEFT)) || []; } catch { return []; } }
  function leaveBehind(entries, without) {
    const left = [...leftBehind().filter(({ op }) => !without.includes(op)), ...entries];
    if (left.length) localStorage.setItem(LEFT, JSON.stringify(left)); else localStorage.removeItem(LEFT);
  }
  // Whether the next page gets what the store has not taken.
  function handsOver() { try { localStorage.setItem(LEFT + ":tried", ""); localStorage.removeItem(LEFT + ":tried"); return true; } catch { return false; } }
  function leaveAll() {
    const entries = [...held, ...unkept];
    if (!entries.length) return;
    try { leaveBehind(entries, entries.map(({ op }) => op)); } catch { return; } // the phone keeps nothing
    for (const { op } of entries) handedOver.add(op);
    unkept.length = 0; // comes back from there with this page, unless another page has sent or dropped it
    for (const entry of held) tell("left", entry);
  }

  // One change of the store, on the disk before this is done.
  async function change(name, act) {
    const store = await opened;
    if (!store) throw new Error("no store");
    const transaction = begin(store, name, "readwrite", { durability: "strict" });
    const done = new Promise((good, bad) => { transaction.oncomplete = good; transaction.onabort = transaction.onerror = () => bad(transaction.error); });
    done.catch(() => {});
    return inTime((async () => {
      const value = await act(transaction.objectStore(name));
      await done;
      return value;
    })());
  }

  let known = [];
  async function all() {
    const store = await opened;
    if (store && !isLeft) known = await inTime(result(begin(store, "entries").objectStore("entries").getAll())).catch(() => known);
    return [...known, ...unkept.filter(({ op }) => !known.some((entry) => entry.op === op))];
  }

  async function write(entry) {
    if (unkept.includes(entry)) return;
    const before = unkept.find((one) => one.op === entry.op);
    if (before) { Object.assign(before, entry); return; }
    // Only what is still there: another page may have dropped it meanwhile.
    await change("entries", async (entries) => { if (await result(entries.get(entry.number))) entries.put(entry); }).catch(() => {});
  }

  async function drop(op) {
    const place = unkept.findIndex((entry) => entry.op === op);
    if (place >= 0) unkept.splice(place, 1);
    if (leftBehind().some((entry) => entry.op === op)) leaveBehind([], [op]);
    for (const entry of await all()) {
      if (entry.op === op) await change("entries", (entries) => entries.delete(entry.number)).catch(() => {});
    }
    await tell("changed");
  }

  // Other pages of this phone hear that the store has changed.
  // An open channel keeps a page out of the browser's page cache, so it is closed as the page is left.
  let others = null;
  function listen() {
    if (others || !window.BroadcastChannel) return;
    others = new BroadcastChannel("scorepad");
    others.onmessage = () => { dispatchEvent(new CustomEvent("queue", { detail: { kind: "changed" } })); start(); };
  }
  addEventListener("pagehide", () => { if (others) others.close(); others = null; });
  async function tell(kind, entry, answer) {
    if (others) others.postMessage(kind);
    dispatchEvent(new CustomEvent("queue", { detail: { kind, entry, answer } }));
  }

  // Keeps an entry: {op, action, fields, line, words, after, …}; `after` are this phone's operations that the page knew of.
  // True when the entry outlives the page.
  async function keep(given) {
    const { after = [], ...entry } = given, release = hold(given);
    const ahead = (await all()).filter((one) => one.line === entry.line).map((one) => one.op);
    const fields = entry.fields.filter(([name]) => !["op", "behind"].includes(name)), behind = [...new Set([...ahead, ...after])].join(" ");
    const whole = { ...entry, since: Date.now(), tries: 0, state: "waiting", fields: [...fields, ["op", entry.op], ["behind", behind]] };
    let lasts = true;
    try {
      await change("entries", (entries) => result(entries.add(whole)));
    } catch {
      lasts = handedOver.delete(entry.op);
      if (!lasts) {
        if (!unkept.length) addEventListener("beforeunload", holdBack);
        unkept.push(whole);
      }
    }
    release();
    await tell("changed");
    resume(entry.line);
    return lasts;
  }

  // What the store did not take is lost with the page, so the browser asks before it goes.
  function holdBack(event) { if (unkept.some((entry) => entry.state === "waiting")) event.preventDefault(); }

  async function send(entry) {
    const stop = new AbortController();
    sending.set(entry.line, stop);
    const answer = await fetchWithin(entry.action, {
      method: "POST", signal: stop.signal, body: new URLSearchParams(entry.fields), redirect: "manual", cache: "no-store", credentials: "same-origin", headers: { [NAME]: entry.op },
    });
    const [op, outcome] = (answer.headers.get(NAME) || "").split(" ");
    if (op === entry.op && outcome === "recorded") return { outcome, ...read(answer.text) };
    if (op === entry.op && outcome === "refused") return { ...JSON.parse(answer.text), outcome };
    const reason = op === entry.op && outcome === "waiting" ? read(answer.text).reason : "";
    return { outcome: "unanswered", reason, status: answer.status, after: Number(answer.headers.get("Retry-After")) || 0 };
  }
  function read(text) { try { return JSON.parse(text); } catch { return {}; } } // a part of the answer may be lost

  async function attempt(entry) {
    sending.set(entry.line, null);
    await tell("sending", entry);
    const answer = await send(entry).catch(() => ({ outcome: "unanswered", status: 0 }));
    sending.delete(entry.line);
    if (answer.outcome === "unanswered") {
      Object.assign(entry, { tries: entry.tries + 1, status: answer.status, reason: answer.reason });
      await write(entry);
    } else if (answer.outcome === "refused") {
      Object.assign(entry, { state: "refused", reason: answer.reason, mend: answer.mend, shows: answer.shows, disputable: answer.disputable });
      await write(entry);
    } else {
      await drop(entry.op);
    }
    await tell(answer.outcome, entry, answer);
    return answer;
  }

  // One page of the phone at a time sends a line: by a lock, or where there are none by a lease in the store. A page that sleeps
  // with the lock is not waited for: sent twice, an entry is recorded once.
  const heldSince = new Map();
  async function alone(line, act) {
    if (navigator.locks) {
      const since = heldSince.get(line), steal = since !== undefined && performance.now() - since > LEASE;
      return navigator.locks.request("scorepad " + line, steal ? { steal } : { ifAvailable: true }, (lock) => {
        if (lock) heldSince.delete(line); else heldSince.set(line, since === undefined ? performance.now() : since);
        return lock ? act(async () => {}) : ELSEWHERE;
      });
    }
    const own = newOp();
    const lease = () => change("leases", async (leases) => {
      const held = await result(leases.get(line)), left = held ? held.until - Date.now() : 0;
      if (held && held.by !== own && left > 0 && left <= LEASE) return false; // longer: the clock was set back
      leases.put({ line, by: own, until: Date.now() + LEASE });
      return true;
    }).catch(() => true);
    if (!(await lease())) return ELSEWHERE;
    try { return await act(lease); } finally { await change("leases", (leases) => leases.delete(line)).catch(() => {}); }
  }

  const running = new Set(), sending = new Map(), pauses = new Map(); // by line; `sending`: what stops it
  const waitingIn = async (line) => (await all()).filter((entry) => entry.line === line && entry.state === "waiting");

  async function run(line) {
    if (running.has(line)) return;
    running.add(line);
    let pause = 0;
    try {
      pause = await alone(line, async (renew) => {
        for (let entry; (entry = (await waitingIn(line))[0]);) {
          await renew();
          const answer = await attempt(entry);
          if (answer.outcome === "unanswered") return longer(line, answer);
          pauses.delete(line);
        }
        return 0;
      });
    } catch { // another page took the lock
      pause = ELSEWHERE;
    } finally {
      running.delete(line);
    }
    if (pause) return rest(line, pause);
    if ((await waitingIn(line)).length) run(line);
  }

  function longer(line, { status, after = 0 }) {
    const before = pauses.get(line), length = before ? Math.min(LONGEST_PAUSE, before.length * 2) : FIRST_PAUSE;
    pauses.set(line, { length, status });
    return Math.min(LONGEST_PAUSE, Math.max(length, after * 1000));
  }

  function rest(line, pause) {
    const now = pauses.get(line) || { length: FIRST_PAUSE / 2, status: 0 };
    clearTimeout(now.timer);
    pauses.set(line, { ...now, timer: setTimeout(() => run(line), pause) });
  }

  function resume(line) {
    clearTimeout((pauses.get(line) || {}).timer);
    pauses.delete(line);
    run(line);
  }

  async function start() { for (const line of new Set((await all()).map((entry) => entry.line))) if (!pauses.has(line)) run(line); }
  async function sendNow() { for (const line of new Set((await all()).map((entry) => entry.line))) resume(line); }
  // The network is back: lines that got no answer at all go on at once, those that the pad sent away wait on.
  function heard() { for (const [line, pause] of pauses) if (!pause.status) resume(line); }

  // After a network that answered nothing: what hangs in it is sent anew.
  function anew() { for (const stop of sending.values()) if (stop) stop.abort(); }

  // What a page left behind is sent like all else.
  let bringing = null;
  function bringOver() { return bringing = bringing || takeOver().catch(() => {}).finally(() => { bringing = null; }); }
  async function takeOver() {
    const there = new Set((await all()).map((entry) => entry.op));
    for (const entry of leftBehind()) {
      const { op, action } = entry, isNew = op && action && !there.has(op), line = isNew && lineOf(action);
      if (!isNew || await keep({ line, words: "", then: line, ...entry })) leaveBehind([], [op]);
    }
  }
  const lineOf = (action) => new URL(action, location.href).pathname.replace(/(\/t\/[^/]+|\/c\/[^/]+)\/.*$/, "$1");

  addEventListener("online", sendNow);
  addEventListener("pageshow", () => { listen(); bringOver().then(start); });
  window.queue = { keep, hold, drop, all, write, sendNow, heard, anew, newOp, lineOf, handsOver, isSending: () => sending.size > 0, lasts: async () => Boolean(await opened) };
  bringOver().then(start);
})();
