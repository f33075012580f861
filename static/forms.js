// The forms of the pad: each goes into the phone's queue.
// A form has `data-send`: the names of the buttons that send it, or nothing where all do. `data-what`: what it records, in
// words; `data-subject`: the fields that say which one thing it records, so that a second entry of the same is a question.
(() => {
  "use strict";
  const MOVES_ON = 2500, SAME_TAP = 1500, FOUND = 4000;
  const LEFT_OUT = ["csrf_token", "op", "expected", "behind", "since", "shown", "shown_for"]; // of sending, or shown by the pad, not entered
  let keeping = null; // until the entry lies in the phone's store
  const own = new Map(); // operations that this page has kept: the form of each, and what stood in it afterwards

  // ---- what a form says

  // The fields with the button that was pressed: browsers of before can't give both at once.
  function fieldsOf(form, button) {
    const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    return button && button.name ? [...fields, [button.name, button.value]] : fields;
  }
  const content = (form, button) => JSON.stringify([form.action, fieldsOf(form, button).filter(([name]) => !LEFT_OUT.includes(name))]);

  function labelOf(field) {
    const label = field.labels && field.labels[0];
    return field.getAttribute("aria-label") || (label ? label.textContent.trim() : field.name);
  }

  // The entry as a person would read it: "Going out: Ann, 33".
  function wordsOf(form, button) {
    const heading = document.querySelector("h1"), said = [];
    const what = form.dataset.what || (button && button.textContent.trim()) || (heading ? heading.textContent.trim() : "");
    const named = (field) => (labelOf(field) === what ? "" : labelOf(field) + ": ");
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.disabled) continue;
      if (field.closest("[data-pad]") && field.tagName !== "TEXTAREA") continue;
      if (field.type === "radio" || field.type === "checkbox") { if (field.checked) said.push(field.dataset.called || labelOf(field)); }
      else if (field.tagName === "TEXTAREA" && field.closest("[data-pad]")) { if (field.value.trim()) said.push(field.value.trim()); }
      else if (["text", "number", "search", "url", "textarea"].includes(field.type) && field.value.trim()) said.push(named(field) + field.value.trim());
    }
    const told = what + (said.length ? ": " + said.join(", ") : "");
    return told.length > 200 ? told.slice(0, 199) + "…" : told;
  }

  const subjectOf = (form, fields) => ("subject" in form.dataset
    ? JSON.stringify([form.action, form.dataset.subject.split(" ").map((name) => fields.filter(([one]) => one === name))]) : "");

  // ---- keeping it

  addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (!form.matches("[data-send]") || event.defaultPrevented) return;
    const names = form.dataset.send.split(" ").filter(Boolean);
    if (names.length && !(button && names.includes(button.name))) return;
    event.preventDefault();
    if (going) window.stop(); // the page was about to leave for the table, and would take the entry with it
    going = false;
    const sent = content(form, button), last = form.lastSent;
    if (last && last.content === sent && performance.now() - last.at < SAME_TAP) return; // the same tap, twice
    form.lastSent = { content: sent, at: performance.now() };
    const kept = settled(form, button, sent).then((entry) => record(form, entry)).finally(() => { if (keeping === kept) keeping = null; });
    keeping = kept;
  });

  // What stands in the form, as an entry of the queue.
  function entryOf(form, button) {
    const fields = fieldsOf(form, button), action = form.action;
    return { fields, action, subject: subjectOf(form, fields), line: queue.lineOf(action), words: wordsOf(form, button), sent: content(form) };
  }

  // The best melds that are being found are waited for a little; the cards alone are recorded without them. The next entry may be
  // typed meanwhile: then this one is as it was when it was tapped.
  function settled(form, button, sent) {
    const until = performance.now() + FOUND, tapped = entryOf(form, button);
    return new Promise((go) => {
      const look = () => {
        const isSame = content(form, button) === sent;
        if (isSame && form.hasAttribute("data-finding") && performance.now() < until) setTimeout(look, 50);
        else go(isSame ? entryOf(form, button) : tapped);
      };
      look();
    });
  }

  async function record(form, { sent, ...what }) {
    const op = queue.newOp(), tap = form.matches(".tap"), { line, subject } = what;
    const entry = { ...what, op, tap, undoes: "undoes" in form.dataset, after: [...own.keys()], page: document.title.split(" · ")[0] };
    own.set(op, { form, typed: null, sent });
    const release = queue.hold(entry), all = await queue.all();
    release();
    const waits = all.filter((one) => one.line === line && one.state === "waiting");
    if (!(await decided(form, waits, subject))) return own.delete(op);
    const lasts = await queue.keep(entry);
    form.lastSent = { ...form.lastSent, at: performance.now() };
    if (!lasts) return waiting.warn(); // the form keeps what the phone can't
    drafts.forget(form);
    setTimeout(() => moveOn(op), MOVES_ON);
  }

  // What waits of the same is changed by a person's word alone, and Undo takes back what waits before what is recorded.
  async function decided(form, waits, subject) {
    const { words, filled, ask } = waiting;
    const undoes = "undoes" in form.dataset, before = undoes ? waits.filter((entry) => !entry.undoes).pop() : subject && waits.find((entry) => entry.subject === subject);
    if (!before) return true;
    const what = before.words || words.entry;
    const choices = undoes ? [["drop", words.drop, "danger"], ["", words.leave]] : [["change", words.change, "primary"], ["", words.leave]];
    const answer = await ask(filled(undoes ? words.undo_waiting : words.change_waiting, { what }), choices);
    if (answer) await queue.drop(before.op);
    return answer === "change";
  }

  // ---- and then

  // Nothing came back in time: the phone goes to the table where it can open it; else this page is empty again.
  async function moveOn(op) {
    const kept = own.get(op), entry = (await queue.all()).find((one) => one.op === op);
    if (!kept || kept.typed !== null || !entry || entry.state !== "waiting") return;
    // Another entry that is being typed or kept stays as it is.
    if (!document.contains(kept.form) || keeping || (!entry.tap && content(kept.form) !== kept.sent)) return;
    kept.typed = "";
    if (entry.tap) return;
    const shows = kept.form.dataset.then;
    if (shows && navigator.serviceWorker && navigator.serviceWorker.controller) {
      going = true;
      return location.assign(shows);
    }
    empty(kept.form);
    kept.typed = content(kept.form);
  }

  function empty(form) {
    const keepsAddress = form.matches(".ask"); // what stands there by default is what was typed
    for (const field of form.elements) {
      if (["text", "number", "search", "url", "textarea"].includes(field.type) || field.name === "past") field.value = keepsAddress ? "" : field.defaultValue;
      if (field.type === "checkbox") field.checked = !keepsAddress && field.defaultChecked;
    }
    for (const root of form.querySelectorAll("[data-pad]")) if (root.pad) { root.pad.past = []; root.pad.readField(); root.pad.changed(); }
    if (keepsAddress) history.replaceState(history.state, "", location.pathname);
    const field = form.querySelector("input:not([type=hidden]), textarea");
    if (field) field.dispatchEvent(new Event("input", { bubbles: true }));
    drafts.forget(form);
  }

  const isTypedOn = (kept) => content(kept.form) !== (kept.typed === null ? kept.sent : kept.typed);

  addEventListener("queue", async ({ detail: { kind, entry, answer } }) => {
    const kept = entry && own.get(entry.op);
    if (!kept) return;
    if (kind === "left") return drafts.forget(kept.form);
    if (kind === "unanswered" && !entry.status && !navigator.onLine) return moveOn(entry.op);
    if (kind === "refused") return refused(entry, kept);
    if (kind !== "recorded") return;
    if (kept.typed === null) kept.form.recorded = content(kept.form);
    await feel();
    // A person who has typed on, or tapped Record or a link, is left where they are.
    if (leaving || keeping || isTypedOn(kept) || entry.op !== [...own.keys()].pop()) return;
    going = true;
    location.assign(answer.shows || kept.form.dataset.then || location.href);
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

  // The pad draws the form with everything in it and why; a tap has no text to keep.
  async function refused(entry, kept) {
    if (entry.tap) {
      waiting.notice(entry.reason, "error");
      await queue.drop(entry.op);
    } else if (!isTypedOn(kept)) {
      waiting.mend({ ...entry, mend: "" });
    }
  }

  // A link that was tapped while something is sent leads where it says.
  let leaving = false, going = false; // `going`: to the page that comes after an entry
  addEventListener("pageshow", () => { leaving = going = false; });
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]:not([target]):not([download]):not([href^='#'])");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    leaving = true;
    if (keeping) { event.preventDefault(); keeping.then(() => location.assign(link.href)); }
    setTimeout(() => { leaving = false; }, 2000);
  });

  // ---- a page that comes back from the browser's page cache

  addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted) return;
    const forms = [...document.querySelectorAll("form[data-send]:not(.tap)")];
    setTimeout(() => forms.filter((form) => form.recorded === content(form)).forEach(empty), drafts.FILLED_WITHIN);
    // What the page shows may be of before: forms that say which number of the table they saw are drawn anew.
    const form = document.querySelector("form[data-send]:not(.tap) [name=expected]"), table = form && /^(.*\/t\/[^/]+)/.exec(form.form.action);
    if (!table) return;
    const answer = await fetchWithin(table[1] + "/head", { cache: "no-store" }, 6000).catch(() => null);
    if (answer && answer.ok && JSON.parse(answer.text).head !== Number(form.value)) location.reload();
  });
})();
