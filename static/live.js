// Follows the table: what others record shows here as it comes.
// Works on plain http: no service worker, no clipboard, no crypto.randomUUID.
(() => {
  "use strict";
  const POLL = 2000, PATIENCE = 6000, LIMIT = 4000, QUIET = 6000, SILENT = 10000; // milliseconds
  const followed = document.querySelector("[data-events]");

  // Follows the table by events; asks every two seconds where they do not come. A pad that says nothing is asked, and
  // what it said last is told once it is silent for long.
  class Follower {
    constructor(root) {
      this.url = root.dataset.follow;
      this.events = root.dataset.events;
      this.head = Number(root.dataset.head);
      this.tag = "";
      this.heardAt = performance.now();
      this.listen();
      setInterval(() => this.watch(), 1000);
      document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.wake()));
      addEventListener("pagehide", () => this.rest());
      addEventListener("pageshow", (event) => { if (event.persisted) this.wake(); });
      addEventListener("online", () => this.wake());
    }

    wake() {
      this.heardAt = performance.now();
      this.listen();
      this.look();
    }

    listen() {
      this.rest();
      if (!window.EventSource || !this.events) return this.poll();
      const source = this.source = new EventSource(this.events);
      this.patience = setTimeout(() => this.poll(), PATIENCE);
      source.addEventListener("open", () => { clearTimeout(this.patience); this.stopPolling(); this.reached(); });
      source.addEventListener("head", (event) => { this.reached(); if (Number(event.data) !== this.head) this.look(); });
      source.addEventListener("here", () => this.reached());
      source.addEventListener("error", () => this.poll());
    }

    rest() {
      if (this.source) this.source.close();
      clearTimeout(this.patience);
      this.stopPolling();
    }

    poll() {
      if (!this.polling) this.polling = setInterval(() => this.looking || this.look(), POLL);
    }

    stopPolling() { clearInterval(this.polling); this.polling = 0; }

    watch() {
      if (document.hidden) return;
      const quiet = performance.now() - this.heardAt;
      if (quiet < QUIET) return;
      if (!this.looking) this.look();
      if (quiet < SILENT) return;
      // A connection that is silent holds a place that a record needs.
      if (this.source) this.source.close();
      this.poll();
      this.silent = true;
      waiting.unheard(Date.now() - quiet);
    }

    reached() {
      this.heardAt = performance.now();
      waiting.heard();
      if (!this.silent) return;
      this.silent = false;
      this.listen();
    }

    // One look at a time. What is asked for while one is under way is looked at after it.
    async look() {
      if (this.looking) { this.again = true; return; }
      this.looking = true;
      const answer = await this.ask().catch(() => null);
      this.looking = false;
      if (!answer) return waiting.unheard();
      if (!answer.ok && answer.status !== 304) return;
      this.reached();
      await this.take(answer);
      if (this.again) { this.again = false; this.look(); }
    }

    ask() {
      return fetchWithin(this.url, { headers: this.tag ? { "If-None-Match": this.tag } : {}, cache: "no-store" }, LIMIT);
    }

    async take(answer) {
      if (answer.status === 304) return;
      this.tag = answer.headers.get("ETag") || "";
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      await fingerLifted();
      this.show(page);
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
  const sidesIn = (part) => [...part.querySelectorAll(".side[data-side]")].filter((side) => side.querySelector(".total"));
  const standings = (part) => new Map(sidesIn(part).map((side) =>
    [side.dataset.side, { top: side.getBoundingClientRect().top, total: side.querySelector(".total").textContent }]));
  const read = (text) => Number(text.replace(/[^\d−]/g, "").replace("−", "-"));

  function moveOn(part, before) {
    if (!matchMedia("(prefers-reduced-motion: no-preference)").matches) return;
    for (const side of sidesIn(part)) {
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

  // The page of a hand, or of a deal that is over, never loses what is typed to an update: only the part that counts is asked again.
  class HandFollower extends Follower {
    constructor(form) {
      super(form);
      this.form = form;
    }

    async ask() {
      const form = this.form, fields = new URLSearchParams(new FormData(form));
      for (const name of ["csrf_token", "op", "expected", "past", "shown", "shown_for"]) fields.delete(name);
      this.sent = typed(form);
      const [head, answer] = await Promise.all([
        fetchWithin(this.events.replace(/events$/, "head"), { cache: "no-store" }, LIMIT),
        fetchWithin(`${form.dataset.answer}?${fields}`, { cache: "no-store" }, LIMIT),
      ]);
      if (head.ok) this.head = JSON.parse(head.text).head;
      return answer;
    }

    async take(answer) {
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      await fingerLifted();
      if (this.sent !== typed(this.form)) { this.again = true; return; }
      document.getElementById("answer").replaceChildren(...page.body.childNodes);
      counts();
    }
  }
  const typed = (form) => new URLSearchParams(new FormData(form)).toString();

  // What the answer says stands on the button, and beside each name.
  function counts() {
    const found = document.querySelector("#answer [data-score]");
    const shown = { score: document.querySelector("[data-record] [data-score]"), sum: document.querySelector(".dock [data-sum]") };
    for (const [name, place] of Object.entries(shown)) {
      if (found && place && place.textContent !== found.dataset[name]) place.textContent = found.dataset[name];
    }
    const still = new Map([...document.querySelectorAll("#answer [data-counts]")].map((one) => [one.dataset.seat, one.dataset.counts]));
    for (const name of document.querySelectorAll(".who label .counts")) {
      const chip = name.closest("label"), seat = chip.control;
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
  if (follower) followed.follower = follower;
  followHand();
  addEventListener("queue", ({ detail }) => { if (follower && detail.kind === "recorded") follower.look(); });

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
