// Follows the table, and sends forms so that a lost connection loses nothing.
// Works on plain http: no service worker, no clipboard, no crypto.randomUUID.
(() => {
  "use strict";
  const POLL = 2000, AGAIN = 2000, PATIENCE = 6000, FOUND = 4000;
  const sync = document.querySelector("[data-sync]");
  const followed = document.querySelector("[data-events]");
  const state = { offline: false, waiting: 0, sending: false };

  function tell() {
    if (!sync) return;
    const now = state.waiting && !state.sending ? "waiting" : state.sending ? "sending" : state.offline ? "offline" : "saved";
    const words = sync.dataset[now];
    if (sync.textContent !== words) sync.textContent = words;
    sync.dataset.state = now;
    sync.classList.toggle("offline", state.offline || (state.waiting > 0 && !state.sending));
  }

  // What was sent and not yet answered, kept over reloads.
  const KEY = "scorepad:waiting";
  let held = [];
  const kept = {
    all() { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return held; } },
    write(list) {
      held = list;
      try { localStorage.setItem(KEY, JSON.stringify(list)); } catch { /* private mode: kept while the page is open */ }
      state.waiting = list.length;
    },
    add(one) { this.write([...this.all().filter((other) => other.op !== one.op), one]); },
    drop(op) { this.write(this.all().filter((one) => one.op !== op)); },
  };

  // Answers: "done", "refused" (the server says why on a page of its own), or "lost".
  async function send(one) {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), 15000);
    try {
      const answer = await fetch(one.action, {
        method: "POST", body: new URLSearchParams(one.fields), redirect: "manual", signal: stop.signal,
      });
      if (answer.type === "opaqueredirect") return "done";
      return answer.status >= 500 || answer.status === 429 ? "lost" : "refused";
    } catch {
      return "lost";
    } finally {
      clearTimeout(timer);
    }
  }

  // The same form again, by the browser itself: the server answers with its page, everything kept.
  function sendPlainly(one) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = one.action;
    form.hidden = true;
    for (const [name, value] of one.fields) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }

  async function tryOne(one) {
    state.sending = true;
    tell();
    const result = await send(one);
    state.sending = false;
    if (result === "lost") {
      state.offline = true;
      tell();
      return false;
    }
    kept.drop(one.op);
    state.offline = false;
    tell();
    if (result === "refused") { sendPlainly(one); return false; }
    if (one.draft) { try { localStorage.removeItem(one.draft); } catch { /* nothing was kept */ } }
    return true;
  }

  // A link that was tapped while something is sent leads where it says.
  let leaving = false;
  addEventListener("pageshow", () => { leaving = false; });
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]:not([target], [download], [href^='#'])");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    leaving = true;
    setTimeout(() => { leaving = false; }, AGAIN);
  });

  // A short touch and a soft tone where this phone wants them; nobody asked for less motion in vain.
  const wants = (what) => { try { return localStorage.getItem("scorepad:" + what) === "on"; } catch { return false; } };
  async function feel() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (wants("haptics") && !still && navigator.vibrate) navigator.vibrate(30);
    if (!wants("sound") || !window.AudioContext) return;
    const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.06, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.15);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.15);
    await new Promise((go) => setTimeout(go, 160));
  }

  let draining = false;
  async function drain() {
    if (draining) return;
    draining = true;
    for (const one of kept.all()) {
      if (!(await tryOne(one))) break;
      await feel();
      if (one.then && one.page === location.pathname && !leaving) location.assign(one.then);
    }
    draining = false;
    if (kept.all().length) setTimeout(drain, AGAIN);
    else if (follower) follower.look();
  }

  addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (!form.matches("[data-send]") || event.defaultPrevented) return;
    const records = form.classList.contains("tap") || form.dataset.then && (!form.matches(".ask") || (button && ["record", "discard"].includes(button.name)));
    if (!records) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    settled(form).then(() => {
      setTimeout(() => delete form.dataset.busy, 1500);
      hold(form, button);
    });
  });

  // The best melds that are being found are waited for a little; the cards alone are recorded without them.
  function settled(form) {
    const until = Date.now() + FOUND;
    return new Promise((go) => {
      const look = () => (form.hasAttribute("data-finding") && Date.now() < until ? setTimeout(look, 50) : go());
      look();
    });
  }

  function hold(form, button) {
    const fields = [...new FormData(form, button)].filter(([, value]) => typeof value === "string");
    const pad = form.querySelector("[data-pad]");
    const op = (fields.find(([name]) => name === "op") || [])[1];
    kept.add({
      op, action: form.action, fields, page: location.pathname,
      then: form.dataset.then || location.pathname, draft: pad && pad.dataset.draft ? "pad:" + pad.dataset.draft : "",
    });
    drain();
  }

  // Follows the table by events; asks every two seconds where they do not come.
  class Follower {
    constructor(root) {
      this.url = root.dataset.follow;
      this.events = root.dataset.events;
      this.head = Number(root.dataset.head);
      this.tag = "";
      this.listen();
      document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.listen(true)));
      addEventListener("pagehide", () => this.rest());
      addEventListener("pageshow", (event) => { if (event.persisted) this.listen(true); });
      addEventListener("online", () => this.listen(true));
      addEventListener("offline", () => { state.offline = true; tell(); });
    }

    listen(look) {
      this.rest();
      if (look) this.look();
      if (!window.EventSource) return this.poll();
      const source = this.source = new EventSource(this.events);
      this.patience = setTimeout(() => this.poll(), PATIENCE);
      source.addEventListener("open", () => { clearTimeout(this.patience); this.stopPolling(); this.reached(); });
      source.addEventListener("head", (event) => { this.reached(); if (Number(event.data) !== this.head) this.look(); });
      source.addEventListener("error", () => this.poll());
    }

    rest() {
      if (this.source) this.source.close();
      clearTimeout(this.patience);
      this.stopPolling();
    }

    poll() {
      if (!this.polling) this.polling = setInterval(() => this.look(), POLL);
    }

    stopPolling() { clearInterval(this.polling); this.polling = 0; }

    reached() {
      if (state.offline && kept.all().length) drain();
      state.offline = false;
      tell();
    }

    async look() {
      try {
        const answer = await fetch(this.url, { headers: this.tag ? { "If-None-Match": this.tag } : {}, cache: "no-store" });
        if (answer.status === 304) return this.reached();
        if (!answer.ok) throw new Error(answer.status);
        this.tag = answer.headers.get("ETag") || "";
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        await fingerLifted();
        this.show(page);
        this.reached();
      } catch {
        state.offline = true;
        tell();
      }
    }

    show(page) {
      const first = page.querySelector("[data-head]");
      const head = first ? Number(first.dataset.head) : this.head;
      const changed = head !== this.head;
      this.head = head;
      for (const part of page.querySelectorAll("[data-part]")) {
        const here = document.querySelector(`[data-part="${part.dataset.part}"]`);
        if (!here || !changed) continue;
        const scrolled = [...here.querySelectorAll(".scroll-x")].map((one) => one.scrollLeft);
        const focus = here.contains(document.activeElement) && document.activeElement.getAttribute("href");
        const before = standings(here);
        here.replaceChildren(...part.childNodes);
        moveOn(here, before);
        here.querySelectorAll(".scroll-x").forEach((one, place) => { one.scrollLeft = scrolled[place] || 0; });
        if (focus) { const same = here.querySelector(`[href="${CSS.escape(focus)}"]`); if (same) same.focus({ preventScroll: true }); }
        here.classList.remove("fresh");
        void here.offsetWidth;
        here.classList.add("fresh");
      }
    }
  }

  // A row slides to its new place, and its total counts up, where motion is welcome.
  const SIDES = ".side[data-side]:has(.total)";
  const standings = (part) => new Map([...part.querySelectorAll(SIDES)].map((side) =>
    [side.dataset.side, { top: side.getBoundingClientRect().top, total: side.querySelector(".total").textContent }]));
  const read = (text) => Number(text.replace("−", "-"));

  function moveOn(part, before) {
    if (!matchMedia("(prefers-reduced-motion: no-preference)").matches) return;
    for (const side of part.querySelectorAll(SIDES)) {
      const was = before.get(side.dataset.side);
      if (!was) continue;
      const up = was.top - side.getBoundingClientRect().top;
      if (up) side.animate([{ transform: `translateY(${up}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" });
      countTo(side.querySelector(".total"), read(was.total));
    }
  }

  function countTo(total, from) {
    const words = total.textContent, to = read(words), began = performance.now();
    if (from === to || Number.isNaN(from + to)) return;
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - began) / 400);
      total.textContent = part < 1 ? String(Math.round(from + (to - from) * part)).replace("-", "−") : words;
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    };
    step(began);
  }

  // The page of a hand never loses its cards to an update: only the part that counts is asked again.
  class HandFollower extends Follower {
    async look() {
      const form = document.getElementById("hand");
      const fields = new URLSearchParams(new FormData(form));
      for (const name of ["csrf_token", "op", "expected", "past", "shown", "shown_for"]) fields.delete(name);
      const typed = () => new URLSearchParams(new FormData(form)).toString(), sent = typed();
      try {
        const [head, answer] = await Promise.all([
          fetch(this.events.replace(/events$/, "head"), { cache: "no-store" }).then((one) => one.json()),
          fetch(`${form.dataset.answer}?${fields}`, { cache: "no-store" }),
        ]);
        if (!answer.ok) throw new Error(answer.status);
        this.head = head.head;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        await fingerLifted();
        if (sent !== typed()) return this.look();
        document.getElementById("answer").replaceChildren(...page.body.childNodes);
        counts();
        this.reached();
      } catch {
        state.offline = true;
        tell();
      }
    }
  }

  // What the answer says stands on the button, and beside each name.
  function counts() {
    const found = document.querySelector("#answer [data-score]");
    const shown = { score: document.querySelector("[data-record] [data-score]"), sum: document.querySelector(".dock [data-sum]") };
    for (const [name, place] of Object.entries(shown)) {
      if (found && place && place.textContent !== found.dataset[name]) place.textContent = found.dataset[name];
    }
    const still = new Map([...document.querySelectorAll("#answer [data-counts]")].map((one) => [one.dataset.seat, one.dataset.counts]));
    for (const chip of document.querySelectorAll(".who label:has(.counts)")) {
      const seat = chip.control, name = chip.querySelector(".counts");
      chip.hidden = !still.has(seat.value) && !seat.checked;
      if (still.has(seat.value) && name.textContent !== still.get(seat.value)) name.textContent = still.get(seat.value);
    }
    const news = document.querySelector("#answer [data-news]"), dock = document.querySelector(".dock");
    if (!news) return;
    dock.querySelector("[data-news]")?.remove();
    dock.prepend(news);
  }

  // Rows of choices that are wider than the screen show what is picked.
  function reveal() {
    for (const picked of document.querySelectorAll(".who :checked, .what :checked")) {
      const row = picked.closest(".who, .what"), chip = picked.parentElement, fromRight = document.dir === "rtl";
      row.scrollLeft = fromRight ? chip.offsetLeft + chip.offsetWidth + 12 - row.clientWidth : chip.offsetLeft - 12;
    }
  }

  function followHand() {
    const form = document.getElementById("hand");
    if (!form) return;
    let tapped = null; // in the answer, which may be drawn anew under the finger
    const picked = () => form.elements.suggested?.remove(); // what is tapped is no longer the page's suggestion
    form.addEventListener("click", ({ target }) => {
      if (target.type !== "radio" || !target.closest("#answer")) return;
      tapped = target;
      picked();
    });
    const keep = () => {
      reveal();
      if (tapped) picked();
      const same = tapped && !tapped.isConnected && form.querySelector(`#answer [name="${tapped.name}"][value="${CSS.escape(tapped.value)}"]`);
      if (!same) return;
      if (document.activeElement === document.body) same.focus({ preventScroll: true });
      if (!same.checked) { same.checked = true; follower.look(); }
      tapped = same;
    };
    new MutationObserver(() => { keep(); counts(); }).observe(form.parentElement, { childList: true, subtree: true });
    reveal();
    const typed = new Set(["player", "place", "points", "note", "concealed", "where", "end", "last"]);
    let waiting = 0;
    const changed = (event) => {
      if (!typed.has(event.target.name)) return;
      const address = new URL(location.href), field = event.target;
      const value = field.type === "checkbox" && !field.checked ? "0" : field.value;
      if (value) address.searchParams.set(event.target.name, value); else address.searchParams.delete(event.target.name);
      history.replaceState(history.state, "", address);
      clearTimeout(waiting);
      if (event.target.name !== "note") waiting = setTimeout(() => follower.look(), 150);
    };
    document.addEventListener("change", changed);
    document.addEventListener("input", changed);
  }

  const follower = followed ? (followed.dataset.follow ? new Follower(followed) : new HandFollower(followed)) : null;
  followHand();
  state.waiting = kept.all().length;
  tell();
  if (state.waiting) drain();

  // What the first page lists of this table, also when the cookie has no room for it any more.
  const known = document.querySelector("[data-known]");
  if (known) {
    try {
      const tables = JSON.parse(localStorage.getItem("scorepad:tables")) || {}, table = JSON.parse(known.dataset.known);
      tables[table.id] = { ...tables[table.id], ...table };
      localStorage.setItem("scorepad:tables", JSON.stringify(tables));
    } catch { /* private mode */ }
  }
})();
