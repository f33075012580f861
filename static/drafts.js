// What is typed stays on the phone, as a draft, until it is recorded or thrown away.
(() => {
  "use strict";
  const DRAFT = "draft:";

  const TYPED = "input:not([type=hidden]):not([type=file]):not([type=password]):not([type=submit]), select, textarea";
  const fieldsIn = (form) => [...form.elements].filter((field) => field.name && field.matches(TYPED) && !field.closest("[data-pad]"));
  const draftOf = (form) => DRAFT + (form.dataset.typed || new URL(form.action).pathname + (form.id ? "#" + form.id : ""));
  const standsFor = (field) => field.name + (["radio", "checkbox"].includes(field.type) ? "=" + field.value : "");
  const value = (field) => (["radio", "checkbox"].includes(field.type) ? field.checked : field.value);
  const given = (field) => (["radio", "checkbox"].includes(field.type) ? field.defaultChecked
    : field.options ? ([...field.options].find((one) => one.defaultSelected) || field.options[0] || {}).value : field.defaultValue);
  function put(field, to) {
    if (["radio", "checkbox"].includes(field.type)) field.checked = to; else field.value = to;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  // The address of such a form holds all that is in it, cards too: its draft is that address. Those of other deals go.
  const isWhole = (form) => "whole" in form.dataset;
  const OF_SENDING = ["csrf_token", "op", "expected", "since", "past", "at", "side"];
  const queryOf = (form) => new URLSearchParams([...new FormData(form)].filter(([name, to]) => to && !OF_SENDING.includes(name))).toString();

  function keepWhole(form) {
    const key = draftOf(form), deals = key.slice(0, key.lastIndexOf(":") + 1);
    try {
      localStorage.setItem(key, queryOf(form));
      for (const other of Object.keys(localStorage)) if (other.startsWith(deals) && other !== key) localStorage.removeItem(other);
    } catch { /* the phone keeps nothing: the address still has it */ }
  }

  function bringWholeBack(form) {
    let draft = "";
    try { draft = localStorage.getItem(draftOf(form)) || ""; } catch { return; }
    const isKept = "kept" in document.documentElement.dataset; // then its fields are empty, whatever the address says
    if (location.search && !isKept) return keepWhole(form);
    if (!draft || draft === queryOf(form)) return;
    const typed = new URLSearchParams(draft);
    if (!isKept && [...typed.keys()].some((name) => !form.elements[name])) return location.replace(`${location.pathname}?${draft}`);
    for (const field of fieldsIn(form)) {
      const to = typed.get(field.name), isChoice = ["radio", "checkbox"].includes(field.type);
      if (isChoice ? field.checked !== (to === field.value) : field.value !== (to || "")) put(field, isChoice ? to === field.value : to || "");
    }
    offerToEmpty(form);
  }

  function keepDraft(form) {
    if (isWhole(form)) return keepWhole(form);
    const typed = fieldsIn(form).filter((field) => value(field) !== given(field)).map((field) => [standsFor(field), given(field), value(field)]);
    try {
      if (typed.length) localStorage.setItem(draftOf(form), JSON.stringify(typed)); else localStorage.removeItem(draftOf(form));
    } catch { /* the phone keeps nothing: the page still has it */ }
  }

  function forget(form) {
    const pad = form.querySelector("[data-pad]");
    try {
      localStorage.removeItem(draftOf(form));
      if (pad && pad.dataset.draft) localStorage.removeItem("pad:" + pad.dataset.draft);
    } catch { /* nothing was kept */ }
  }

  // Only where the page has nothing else in its fields, and was made from the same as the draft.
  function bringBack(form) {
    if (isWhole(form)) return bringWholeBack(form);
    let draft = [];
    try { draft = JSON.parse(localStorage.getItem(draftOf(form))) || []; } catch { return; }
    const fields = new Map(fieldsIn(form).map((field) => [standsFor(field), field]));
    if (![...fields.values()].every((field) => value(field) === given(field))) return;
    const fitting = draft.filter(([name, before]) => fields.has(name) && given(fields.get(name)) === before);
    for (const [name, , to] of fitting) put(fields.get(name), to);
    if (fitting.some(([, , to]) => typeof to === "string" && to.trim())) offerToEmpty(form);
  }

  function offerToEmpty(form) {
    const line = document.createElement("p"), button = document.createElement("button");
    line.className = "notice draft";
    line.append(waiting.words.draft + " ");
    button.type = "button";
    button.className = "plain";
    button.textContent = waiting.words.throw_away;
    button.addEventListener("click", () => {
      for (const field of fieldsIn(form)) if (value(field) !== given(field)) put(field, given(field));
      forget(form);
      if (isWhole(form)) history.replaceState(history.state, "", location.pathname);
      line.remove();
    });
    line.append(button);
    form.prepend(line);
  }

  const sent = [...document.querySelectorAll("form[data-send]:not(.tap)")];
  const isSeen = new URLSearchParams(location.search).has("since");
  if (!document.body.dataset.refused) sent.filter((form) => isWhole(form) || !isSeen).forEach(bringBack);
  for (const kind of ["input", "change"]) {
    addEventListener(kind, ({ target }) => { const form = target.form; if (form && form.matches("[data-send]:not(.tap)")) keepDraft(form); });
  }

  // A page that comes back from the browser's page cache: WebKit empties fields that aren't to be completed, just after it.
  const EMPTIED_WITHIN = [0, 100];
  let left = [];
  function fillAsLeft() {
    for (const [field, was] of left) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = was; else if (field.value !== was && field.value === field.defaultValue) field.value = was;
    }
  }
  addEventListener("pagehide", () => { left = [...document.querySelectorAll(TYPED)].map((field) => [field, value(field)]); });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    fillAsLeft();
    for (const moment of EMPTIED_WITHIN) setTimeout(fillAsLeft, moment);
  });

  window.drafts = { forget, FILLED_WITHIN: Math.max(...EMPTIED_WITHIN) };
})();
