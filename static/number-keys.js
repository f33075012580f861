// A page's own number keys in place of the phone's: they write the field that is typed into, have + and −, and lead to the next field.
"use strict";
const halves = {
  TERM: /[+-]?(?:\d*½|\d+(?:[.,]5)?)/g,
  plain: (text) => text.replaceAll(/\s/g, "").replaceAll("−", "-"),
  numberOf: (term) => Number(term.replace("½", ".5").replace(",", ".")) || 0,
  // −3.5 is −3½ in a field.
  written(number) {
    const half = number % 1 ? "½" : "", whole = Math.floor(Math.abs(number));
    return `${number < 0 ? "−" : ""}${whole || !half ? whole : ""}${half}`;
  },
};

// `numbers`: the fields in order, of which `isOpen` says whether one matters now; `row`: what is shown with a field;
// `below`: whether a sum may be below 0; `wraps`: whether one that was passed by comes after the last;
// `begins`: whether the page begins with a number; `moved`: told of each field gone to.
function numberKeys(form, numbers, { isOpen, row, below = true, wraps = false, begins = true, moved = () => {} }) {
  const SIGNS = ["+", "−"], keys = form.querySelector("[data-numbers]"), dock = form.querySelector(".dock");
  const has = keys && (navigator.maxTouchPoints > 0 || matchMedia("(any-pointer: coarse)").matches);
  const waits = !begins || form.querySelector(".notice.error") !== null; // why is read first: the keys come with the first tap on a field
  let at = null, fresh = false, begun = false; // `at`: the field that the keys write; `fresh`: its next digit begins it anew
  const firstEmpty = () => numbers.find((field) => isOpen(field) && !field.value) || null;

  // A sum is reckoned as its field is left.
  function reckon(field) {
    const text = halves.plain(field.value), terms = text.match(halves.TERM);
    if (!terms || terms.length < 2 || terms.join("") !== text) return;
    const sum = terms.map(halves.numberOf).reduce((whole, term) => whole + term, 0);
    field.value = halves.written(below ? sum : Math.max(0, sum));
  }

  function go(field) {
    if (at && at !== field) { reckon(at); at.classList.remove("at"); }
    at = field;
    fresh = Boolean(field && field.value);
    moved(field);
    if (!field) return;
    keys.hidden = false;
    field.classList.add("at");
    if (numbers.includes(document.activeElement)) field.focus({ preventScroll: true });
    show();
  }

  // The field that is typed into, and what is said of it, lie above the keys.
  function show() {
    if (!at) return;
    const { top, bottom } = row(at).getBoundingClientRect(), edge = dock.getBoundingClientRect().top;
    if (bottom > edge) scrollBy({ top: bottom - edge + 8 });
    else if (top < 0) scrollBy({ top: top - 8 });
  }

  // The next field that matters; after the last of them the button that records.
  function next() {
    const later = numbers.slice(numbers.indexOf(at) + 1).find(isOpen), field = later || (wraps ? firstEmpty() : null);
    if (at) reckon(at);
    if (field && field !== at) return go(field);
    go(null);
    form.querySelector("[name=record]").focus({ preventScroll: true });
  }

  function press(key) {
    if (key === "next") return next();
    if (!at) return;
    const text = fresh && !SIGNS.includes(key) && key !== "back" ? "" : at.value;
    fresh = false;
    if (key === "back") at.value = text.slice(0, -1);
    else if (SIGNS.includes(key) && SIGNS.includes(text.slice(-1))) at.value = text.slice(0, -1) + key;
    else at.value = (text + key).slice(0, at.maxLength);
    at.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A field whose turn is over by what was tapped elsewhere gives it to the first that is empty.
  function stay() {
    const open = numbers.filter(isOpen);
    open.forEach((field, place) => { field.enterKeyHint = place < open.length - 1 ? "next" : "done"; });
    const tapped = begun ? null : open.find((field) => field === document.activeElement); // before this script was there
    if (has && tapped) go(tapped);
    else if (has && (at ? !isOpen(at) : !begun && !waits)) go(firstEmpty());
    begun = true;
  }

  // `field` is one of the numbers, or stands beside them.
  function typedInto(field) {
    field.addEventListener("blur", () => reckon(field));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      reckon(field);
      const later = numbers.slice(numbers.indexOf(field) + 1).find(isOpen);
      if (later) later.focus(); else form.querySelector("[name=record]").click();
    });
    if (!has) return;
    field.inputMode = "none";
    field.addEventListener("focus", () => { if (at !== field) go(field); });
  }

  for (const field of numbers) typedInto(field);
  if (has) {
    keys.hidden = waits;
    form.classList.add("keyed");
    keys.addEventListener("pointerdown", (event) => event.preventDefault());
    keys.addEventListener("click", ({ target }) => {
      const key = target.closest("button");
      if (key && key.type === "button") press(key.value);
    });
  }
  return { has, go, stay, show, typedInto };
}
