// What waits on this phone to be sent, in sight on every page: how many, since when, why; a list with each in words.
// And the words of the page's state: saved, sending, offline. "Saved" is said while the pad is heard from.
(() => {
  "use strict";
  const root = document.querySelector("[data-waits]"), sync = document.querySelector("[data-sync]");
  const state = { heard: false, silentSince: 0, offline: !navigator.onLine };
  let drawn = "";
  const words = root ? JSON.parse(root.dataset.waits) : {};
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_blank, name) => values[name]);
  const time = (moment) => new Intl.DateTimeFormat(document.documentElement.lang, { hour: "numeric", minute: "2-digit" }).format(moment);
  const day = (moment) => new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(moment);
  const when = (moment) => (new Date(moment).toDateString() === new Date().toDateString() ? time(moment) : day(moment));

  const make = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  // A question above the page; what was answered, or "" where it was closed.
  function ask(text, choices) {
    return new Promise((answered) => {
      const dialog = make("dialog", { class: "question" }, make("p", {}, text));
      const row = make("div", { class: "row" });
      for (const [value, label, looks] of choices) {
        const button = make("button", { type: "button", class: looks || "" }, label);
        button.addEventListener("click", () => dialog.close(value));
        row.append(button);
      }
      dialog.append(row);
      dialog.addEventListener("close", () => { dialog.remove(); answered(dialog.returnValue); });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  // What became of an entry so far.
  function why(entry) {
    if (entry.state === "refused") return filled(words.refused, { reason: entry.reason });
    if (!entry.tries) return words.untried;
    if (entry.reason) return filled(words.not_yet, { reason: entry.reason });
    return entry.status ? filled(words.answered, { status: entry.status }) : words.unanswered;
  }

  function table(entry) {
    const id = (/\/t\/([^/]+)/.exec(entry.line) || [])[1];
    try {
      const known = (JSON.parse(localStorage.getItem("scorepad:tables")) || {})[id];
      return known ? known.name || `${known.game}, ${known.players}` : entry.page || "";
    } catch {
      return entry.page || "";
    }
  }

  function line(entry) {
    const about = [table(entry), when(entry.since)].filter(Boolean).join(" · "), buttons = make("div", { class: "row" });
    const button = (label, act, looks = "") => {
      const made = make("button", { type: "button", class: looks }, label);
      made.addEventListener("click", act);
      buttons.append(made);
    };
    if (entry.state === "refused" && !entry.tap) {
      button(words.mend, () => mend(entry));
      if (entry.disputable) button(words.dispute, () => sendDisputed(entry));
    }
    button(words.drop, () => askToDrop(entry), "danger");
    return make("li", { class: entry.state }, make("strong", {}, entry.words || words.entry), make("p", { class: "quiet" }, about), make("p", {}, why(entry)), buttons);
  }

  async function askToDrop(entry) {
    const sent = entry.state === "waiting" && entry.tries > 0;
    const text = filled(sent ? words.drop_sent : words.drop_unsent, { what: entry.words || words.entry });
    if (await ask(text, [["drop", words.drop, "danger"], ["", words.leave]]) === "drop") await queue.drop(entry.op);
  }

  // The form with everything filled in, and why: the pad draws it. The entry is dropped by the page that comes.
  function mend(entry) {
    if (entry.mend) {
      try { sessionStorage.setItem("scorepad:mended", JSON.stringify([entry.op, entry.action])); } catch { /* it stays in the list */ }
      return location.assign(entry.mend);
    }
    const form = make("form", { method: "post", action: entry.action, hidden: "" });
    for (const [name, value] of entry.fields) form.append(make("input", { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  }

  async function sendDisputed(entry) {
    const { action, line, subject, words, page } = entry, fields = entry.fields.filter(([name]) => name !== "record");
    const lasts = await queue.keep({ op: queue.newOp(), action, line, subject, words, page, fields: [...fields, ["record", "disputed"]] });
    await queue.drop(entry.op);
    if (!lasts) warn();
  }

  const warn = () => notice(queue.handsOver() ? words.keeps_briefly : words.cannot_keep, "warn");

  function notice(text, kind) {
    const notices = document.querySelector(".notices");
    if (!notices) return;
    notices.append(make("p", { class: `notice ${kind}`, role: "alert" }, text));
    notices.scrollIntoView({ block: "nearest" });
  }

  async function draw() {
    if (!root) return tellState([]);
    const entries = await queue.all(), refused = entries.filter((entry) => entry.state === "refused");
    root.hidden = !entries.length && !("waitsPage" in root.dataset);
    root.classList.toggle("refused", refused.length > 0);
    const [summary, list, none] = [root.querySelector("[data-summary]"), root.querySelector("ol"), root.querySelector("[data-none]")];
    const said = refused.length ? filled(words.some_refused, { number: refused.length }) : filled(words.some_wait, { number: entries.length });
    const oldest = entries[0] && filled(words.since, { time: when(Math.min(...entries.map((entry) => entry.since))) });
    const last = refused[0] || entries.find((entry) => entry.tries);
    const about = [entries[0] && table(entries[0]), oldest, last ? why(last) : ""].filter(Boolean).join(" · ");
    if (summary.dataset.text !== said + about) summary.replaceChildren(make("strong", {}, said), make("small", {}, about));
    summary.dataset.text = said + about;
    summary.hidden = !entries.length;
    const shown = JSON.stringify(entries);
    if (shown !== drawn) list.replaceChildren(...entries.map(line)); // a button that stays is not lost under the finger
    drawn = shown;
    if (none) none.hidden = entries.length > 0;
    root.querySelector("[data-send-now]").hidden = entries.length === refused.length;
    tellState(entries);
  }

  function tellState(entries) {
    if (!sync) return;
    const waits = entries.some((entry) => entry.state === "waiting");
    const silent = state.silentSince > 0, away = state.offline || silent;
    const name = queue.isSending() ? "sending" : waits ? "waiting" : silent ? "silent" : state.offline ? "offline" : state.heard ? "saved" : "";
    const text = name ? filled(sync.dataset[name], { time: silent ? time(state.silentSince) : "" }) : "";
    if (sync.textContent !== text) sync.textContent = text;
    sync.dataset.state = silent && name === "silent" ? "offline" : name;
    sync.classList.toggle("offline", away || (waits && !queue.isSending()));
  }

  // Whoever follows the table says here whether the pad was heard from, or since when not.
  function heard() {
    queue.heard();
    if (state.silentSince) queue.anew();
    if (state.heard) return;
    Object.assign(state, { heard: true, silentSince: 0, offline: false });
    draw();
  }
  function unheard(since) {
    Object.assign(state, { heard: false }, since ? { silentSince: since } : { offline: true });
    draw();
  }

  // A page that the pad drew for a refused entry, or the form that mends it, has been seen: the entry may go.
  async function seen() {
    const { refused } = document.body.dataset;
    if (refused) await queue.drop(refused);
    try {
      const [op, action] = JSON.parse(sessionStorage.getItem("scorepad:mended")) || [];
      const forms = [...document.querySelectorAll("form[data-send]")].map((form) => new URL(form.action).pathname);
      if (!op || !forms.includes(new URL(action, location.href).pathname)) return;
      sessionStorage.removeItem("scorepad:mended");
      await queue.drop(op);
    } catch { /* nothing is mended here */ }
  }

  if (root) {
    root.querySelector("[data-send-now]").addEventListener("click", () => queue.sendNow());
    const opens = root.querySelector("[data-opens]");
    if (opens) opens.addEventListener("click", () => opens.setAttribute("aria-expanded", String(opens.getAttribute("aria-expanded") !== "true")));
  }
  addEventListener("queue", draw);
  addEventListener("offline", () => unheard(0));
  addEventListener("online", () => { state.offline = false; draw(); });
  addEventListener("pageshow", draw);
  window.waiting = { ask, mend, notice, warn, heard, unheard, words, filled };
  seen().then(draw);
})();
