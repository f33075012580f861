// The card pad on the phone: taps are instant and kept, the pad's server reads and counts.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const PATIENCE = 120, AGAIN = 4000, FELT = 300, DEPTH = 200, SENT = 8;

  const make = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const kept = {
    read(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    write(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private mode: the address still keeps it */ } },
  };

  // Words of the page with values in their blanks: "{card}, {number} in the hand".
  const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_blank, name) => values[name]);

  class Pad {
    constructor(root) {
      this.root = root;
      this.form = root.closest("form");
      this.field = this.form.elements[root.dataset.name];
      this.into = document.getElementById(root.dataset.into);
      this.keys = [...root.querySelectorAll(".key")];
      this.draft = "pad:" + (root.dataset.draft || location.pathname);
      this.past = this.form.elements.past.value ? this.form.elements.past.value.split("|") : [];
      this.cards = [];
      this.sets = "sets" in root.dataset;
      this.names = new Map(this.keys.map((key) => [key.value, key.dataset.card]));
      this.ranks = new Map(this.keys.map((key) => [key.value, key.querySelector("b").textContent]));
      this.suits = new Map(this.keys.map((key) => [key.value, key.querySelector("svg")]));
      this.inks = new Map(this.keys.map((key) => [key.value, [...key.classList].find((name) => name.startsWith("suit-"))]));
      this.words = JSON.parse(root.dataset.says);
      this.plurals = new Intl.PluralRules(document.documentElement.lang);
      this.tiles = this.keys.some((key) => key.classList.contains("tile"));
      this.order = [...this.names.keys()];
      this.writings = new Map(this.keys.map((key) => [key.value, key.dataset.writes || key.value]));
      this.readings = new Map([...this.writings].map(([card, writing]) => [writing, card]));
      this.readField();
      this.readPage();
      this.listen();
      this.remember();
      this.draw();
    }

    part(name) { return this.root.querySelector(`[data-${name}]`); }

    listen() {
      this.form.addEventListener("click", (event) => {
        const button = event.target.closest("button[name]");
        const tap = button && this.root.contains(button) && this[{ add: "add", remove: "remove", undo: "undo", clear: "clear", next_set: "nextSet" }[button.name]];
        if (!tap || (this.sets && tap === this.remove && !this.pieces().includes(this.write(button.value)))) return;
        event.preventDefault();
        tap.call(this, button.value, button);
      });
      const shoot = this.root.querySelector("[data-photo]");
      if (shoot) shoot.addEventListener("click", (event) => {
        event.preventDefault();
        import(shoot.dataset.photo).then(({ photograph }) => photograph(this, shoot), () => this.say(this.words.no_connection));
      });
      if (shoot && location.hash === "#photo") {
        history.replaceState(history.state, "", location.pathname + location.search);
        shoot.click();
      }
      this.field.addEventListener("input", () => {
        if (!this.typing) { this.push(this.before); this.typing = true; }
        this.before = this.field.value;
        this.readField();
        this.changed();
      });
      const typed = this.root.querySelector(".typed");
      typed.querySelector("summary").addEventListener("click", () => {
        if (!typed.open) requestAnimationFrame(() => this.field.focus());
      });
      this.field.addEventListener("blur", () => { this.typing = false; });
      this.form.addEventListener("change", (event) => {
        if (event.target.name === "multiplier") this.times(event.target);
        if (event.target.name === "taken") { this.remember(); this.ask(); }
      });
      addEventListener("online", () => this.ask());
      addEventListener("pageshow", (event) => { if (event.persisted) this.ask(); });
    }

    // What the keys write is read here; anything else is read by the server, whose cards come back.
    readField() {
      const cards = this.read(this.field.value.replaceAll("/", " "));
      this.before = this.field.value;
      if (cards) this.cards = cards;
      else this.unread = true;
    }

    // What the page came with was read by the server.
    readPage() {
      const found = this.unread && this.into && this.into.querySelector("[data-cards]");
      if (found && found.dataset.cards) this.cards = found.dataset.cards.split(" ");
    }

    read(text) {
      const words = text.split(/\s+/).filter(Boolean);
      return words.every((word) => this.readings.has(word)) ? words.map((word) => this.readings.get(word)) : null;
    }

    write(card) { return this.writings.get(card) || card; }

    // Cards that are ranks alone have no suit to draw.
    drawing(card) { const suit = this.suits.get(card); return suit ? [suit.cloneNode(true)] : []; }

    count(card) { return this.cards.filter((one) => one === card).length; }

    add(card, key) {
      const cap = Number(key.dataset.cap);
      if (this.count(card) >= cap) return this.say(this.full(card, cap));
      this.put((this.field.value.trimEnd() + " " + this.write(card)).trim(), [...this.cards, card]);
    }

    // Melds with "/" between them: the words of the text, and those of the last meld.
    pieces() { return this.field.value.replaceAll("/", " / ").trim().split(/\s+/); }

    lastSet() {
      return this.read(this.field.value.split("/").pop());
    }

    // Melds that are finished stay in sight, each as its cards in a row.
    earlierSets() {
      if (!this.sets) return [];
      const sets = this.field.value.split("/").slice(0, -1).map((set) => this.read(set) || []);
      return sets.filter((cards) => cards.length).map((cards) => {
        const row = make("span", { class: "set", role: "img", "aria-label": cards.map((card) => this.names.get(card)).join(", ") });
        row.append(...cards.map((card) => make("b", { class: this.inks.get(card) }, ...this.drawing(card), this.ranks.get(card))));
        return row;
      });
    }

    nextSet() {
      const text = this.field.value.trimEnd();
      if (text && !text.endsWith("/")) this.put(text + " /", this.cards);
    }

    remove(card) {
      if (this.sets) return this.removeFromSets(card);
      const cards = [...this.cards];
      cards.splice(cards.lastIndexOf(card), 1);
      this.put(this.writing(cards), cards);
    }

    writing(cards) { return cards.map((card) => this.write(card)).join(" "); }

    removeFromSets(card) {
      const pieces = this.pieces(), cards = [...this.cards];
      pieces.splice(pieces.lastIndexOf(this.write(card)), 1);
      cards.splice(cards.lastIndexOf(card), 1);
      this.put(pieces.join(" ").replace(/\/( \/)+/g, "/").replace(/^\/ ?/, ""), cards);
    }

    clear() { if (this.field.value.trim()) this.put("", []); }

    undo() {
      if (!this.past.length && !this.cards.length) return;
      const text = this.past.length ? this.past.pop() : this.writing(this.cards.slice(0, -1));
      this.field.value = text;
      this.readField();
      this.changed();
    }

    put(text, cards) {
      this.push(this.field.value);
      this.field.value = this.before = text;
      this.typing = false;
      this.cards = cards;
      this.changed();
    }

    push(text) { this.past.push(text); this.past = this.past.slice(-DEPTH); }

    changed() {
      this.form.elements.past.value = this.past.slice(-SENT).join("|");
      this.say("");
      this.draw();
      this.remember();
      this.part("best").textContent = "";
      this.root.dispatchEvent(new Event("changed"));
      this.finding(true);
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.ask(), PATIENCE);
    }

    // What was shown for other cards is not sent with these; recording waits a little for what will be shown.
    finding(on) {
      if (on) this.form.querySelectorAll("[data-shown]").forEach((one) => one.remove());
      this.form.toggleAttribute("data-finding", on);
    }

    full(card, cap) {
      if (!cap) return this.words.no_jokers;
      return filled(cap === 1 ? this.words.only : this.words.all, { card: this.names.get(card), number: cap });
    }

    holding(card, number) { return filled(this.words.holding, { card: this.names.get(card), number }); }

    counted(number) {
      const forms = this.words.count;
      return number ? filled(forms[this.plurals.select(number)] || forms.other, { number }) : this.words.none;
    }

    say(words) { this.part("said").textContent = words; }

    times(choice) {
      const shown = this.form.querySelector("[data-times]");
      if (shown) shown.textContent = "× " + choice.value;
      choice.closest("details").open = false;
      this.remember();
      this.ask();
    }

    draw() {
      const number = this.cards.length, newest = this.cards[number - 1];
      this.part("live").textContent = this.counted(number);
      for (const key of this.keys) {
        const count = this.count(key.value);
        key.classList.toggle("in", count > 0);
        key.classList.toggle("twice", count > 1);
        key.querySelector("small").textContent = count || "";
        key.setAttribute("aria-label", count ? this.holding(key.value, count) : this.names.get(key.value));
        key.toggleAttribute("aria-disabled", false);
        if (count >= Number(key.dataset.cap)) key.setAttribute("aria-disabled", "true");
      }
      this.drawTray(newest);
      this.enable("undo", this.past.length || number);
      this.enable("clear", this.field.value.trim());
      if (!number) this.root.querySelector("[data-unfold]").checked = false;
    }

    enable(name, can) {
      const button = this.root.querySelector(`button[name="${name}"]`);
      if (can) button.removeAttribute("aria-disabled"); else button.setAttribute("aria-disabled", "true");
    }

    drawTray(newest) {
      const tray = this.part("tray"), focused = tray.contains(document.activeElement) && document.activeElement.value;
      const shown = (this.sets && this.lastSet()) || this.order.filter((card) => this.count(card));
      tray.replaceChildren(...this.earlierSets(), ...shown.map((card) => this.chip(card, card === newest)));
      const last = tray.querySelector(".newest");
      if (last) tray.scrollLeft = last.offsetLeft - tray.offsetLeft - tray.clientWidth / 2;
      if (focused) (tray.querySelector(`[value="${focused}"]`) || tray.querySelector("button") || this.keys[0]).focus();
    }

    chip(card, newest) {
      const count = this.count(card), name = count > 1 ? this.holding(card, count) : this.names.get(card);
      const chip = make("button", {
        type: "submit", name: "remove", value: card, class: `held ${this.inks.get(card)}${this.tiles ? " tile" : ""}${newest ? " newest" : ""}`,
        "aria-label": filled(this.words.take_out, { card: name }),
      }, ...this.drawing(card), make("b", {}, this.ranks.get(card)));
      if (count > 1 && !this.sets) chip.append(make("small", {}, "×" + count));
      return chip;
    }

    fields() {
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(this.form)) {
        if (value !== "" && name !== "csrf_token" && !(name === "multiplier" && value === "1")) fields.set(name, value);
      }
      return fields;
    }

    // The address keeps what was typed, so that reload, back and a shared link bring it back.
    remember() {
      const address = new URL(location.href), fields = this.fields();
      for (const name of ["game", this.field.name, "past", "melds", "multiplier", "taken"]) {
        if (fields.has(name)) address.searchParams.set(name, fields.get(name)); else address.searchParams.delete(name);
      }
      history.replaceState(history.state, "", address);
      const text = this.field.value.trim(), last = kept.read(this.draft);
      if (text) kept.write(this.draft, { text });
      else if (last && last.text && !this.past.length) this.offer(last.text);
    }

    offer(text) {
      if (this.part("tray").childElementCount) return;
      const back = make("button", { type: "button", class: "plain" }, this.words.bring_back);
      back.addEventListener("click", () => { this.field.value = text; this.push(""); this.readField(); this.changed(); });
      queueMicrotask(() => this.part("tray").replaceChildren(back));
    }

    async ask() {
      if (!this.into || !this.root.dataset.ask) return;
      if (this.asking) this.asking.abort();
      const asking = this.asking = new AbortController(), sent = this.field.value;
      this.state("thinking");
      try {
        const fields = this.fields();
        for (const name of ["past", "shown", "shown_for"]) fields.delete(name);
        const answer = await fetchWithin(`${this.root.dataset.ask}${this.root.dataset.ask.includes("?") ? "&" : "?"}${fields}`, { signal: asking.signal, headers: { Accept: "text/html" } });
        if (!answer.ok) throw new Error(answer.status);
        await fingerLifted();
        if (sent === this.field.value) this.show(answer.text);
      } catch {
        if (!asking.signal.aborted) this.lost();
      }
    }

    show(html) {
      const open = [...this.into.querySelectorAll("details[data-stays][open]")].map((one) => one.dataset.stays);
      this.into.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
      for (const one of this.into.querySelectorAll("details[data-stays]")) one.open ||= open.includes(one.dataset.stays);
      this.state("");
      this.finding(false);
      const found = this.into.querySelector("[data-cards]");
      if (!found) return;
      const wrong = found.dataset.wrong === "1";
      const faults = found.querySelector("[data-found-faults]");
      const fault = wrong && !faults?.querySelector(".ways"); // which cards are meant is a question, and no fault
      if (this.field.getAttribute("aria-invalid") || fault) this.field.setAttribute("aria-invalid", String(fault));
      if (faults) {
        this.part("faults").replaceChildren(...faults.children);
        faults.remove();
        this.root.querySelector(".typed").open = true;
      }
      if (!wrong) {
        this.cards = found.dataset.cards ? found.dataset.cards.split(" ") : [];
        this.part("faults").replaceChildren();
        this.draw();
      }
      const best = found.dataset.headline ? `· ${found.dataset.headline}` : "";
      found.classList.toggle("dealt", best !== this.part("best").textContent); // cards that stay are not dealt again
      this.part("best").textContent = best;
      this.root.dispatchEvent(new Event("answered"));
    }

    // Only waiting that can be felt is said.
    state(name) {
      clearTimeout(this.slow);
      if (name === "thinking") this.slow = setTimeout(() => this.told("thinking"), FELT);
      else this.told(name);
    }

    told(name) {
      const state = this.part("state");
      state.textContent = this.words[name] || "";
      state.classList.toggle("offline", name === "offline");
      this.into.setAttribute("aria-busy", String(name === "thinking"));
    }

    lost() {
      this.state("offline");
      this.finding(false);
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.ask(), AGAIN);
    }
  }

  // How high the keys are, for what stays in sight above them.
  const heights = new ResizeObserver(([dock]) => document.documentElement.style.setProperty("--dock", dock.target.offsetHeight + "px"));
  function measure() {
    heights.disconnect();
    for (const dock of document.querySelectorAll(".ask > .dock")) heights.observe(dock);
  }
  measure();

  // Laying melds: each tap is a page of the server, shown in place of this one; the next tap waits for it.
  const LAYS = ["put", "take", "on", "next", "melds_clear"];
  const lay = async (name, value) => {
    const form = document.querySelector("[data-lay]").closest("form"), state = form.querySelector("[data-lay] [data-state]");
    const fields = new URLSearchParams(new FormData(form));
    for (const other of ["csrf_token", "shown", "shown_for"]) fields.delete(other);
    fields.set(name, value);
    try {
      const answer = await fetchWithin(`${form.action}?${fields}`);
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      if (!answer.ok || !page.querySelector("[data-lay]")) throw new Error(answer.status);
      await fingerLifted();
      history.replaceState(history.state, "", answer.url);
      form.replaceWith(document.adoptNode(page.querySelector("form.ask")));
      measure();
      const left = document.querySelector(".hand-left button, [data-lay] button");
      if (left) left.focus({ preventScroll: true });
    } catch {
      state.textContent = state.dataset.offline;
      state.classList.add("offline");
    }
  };
  let laid = Promise.resolve();
  addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || !LAYS.includes(button.name) || !event.target.querySelector("[data-lay]")) return;
    event.preventDefault();
    laid = laid.then(() => lay(button.name, button.value));
  });

  for (const root of document.querySelectorAll("[data-pad]")) root.pad = new Pad(root);
})();
