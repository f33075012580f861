// A deal that is over: numbers are typed on the page's own keys, and each row says at once what it will score.
(() => {
  "use strict";
  const form = document.getElementById("over"), answer = document.getElementById("answer");
  if (!form || !form.follower) return;
  const OF_SENDING = ["csrf_token", "op", "expected", "past"], PAUSE = 150, SIGNS = ["+", "−"];
  const rows = [...form.querySelectorAll(".line")], keys = form.querySelector("[data-numbers]"), dock = form.querySelector(".dock");
  const numbers = rows.flatMap((row) => [...row.querySelectorAll(".amount input[type=text]")]);
  const counters = [...form.querySelectorAll(".counter")], counted = counters.map((counter) => counter.querySelector("input"));
  const typesPoints = Boolean(form.querySelector(".points-of")), hasKeys = keys && (navigator.maxTouchPoints > 0 || matchMedia("(any-pointer: coarse)").matches);
  const isRefused = form.querySelector(".notice.error") !== null; // why is read first: the keys come with the first tap on a field
  let pause = 0, at = null, fresh = false, begun = false; // `at`: the field that the keys write; `fresh`: its next digit begins it anew

  const query = () => new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && !OF_SENDING.includes(name)));
  const plain = (text) => text.replaceAll(/\s/g, "").replaceAll("−", "-");
  const TERM = /[+-]?(?:\d*½|\d+(?:[.,]5)?)/g, numberOf = (term) => Number(term.replace("½", ".5").replace(",", ".")) || 0;
  const tell = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  // −3.5 is −3½ in a field.
  function written(number) {
    const half = number % 1 ? "½" : "", whole = Math.floor(Math.abs(number));
    return `${number < 0 ? "−" : ""}${whole || !half ? whole : ""}${half}`;
  }

  // ---- what each will score

  function draw() {
    const found = answer.querySelector(".found");
    if (!found) return;
    for (const cells of answer.querySelectorAll("[data-row]")) drawRow(form.querySelector(`.line[data-seat="${cells.dataset.row}"]`), cells);
    tellWinner();
    dock.classList.toggle("is-over", "over" in found.dataset);
    bound();
  }

  // Who wins the match with this deal is told where it is seen.
  function tellWinner() {
    const won = answer.querySelector(".won"), before = dock.querySelector(".won");
    if (before) before.remove();
    if (won) (keys || dock.querySelector(".recording")).before(won);
  }

  function drawRow(row, cells) {
    if (!row) return;
    row.classList.toggle("gold", cells.dataset.leads === "1");
    for (const cell of cells.querySelectorAll("[data-cell]")) {
      const place = row.querySelector(`[data-cell="${cell.dataset.cell}"]`);
      if (place && place.innerHTML !== cell.innerHTML) place.replaceChildren(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    }
    const wrong = [...cells.querySelectorAll("[data-of]")].map((fault) => fault.dataset.of);
    for (const field of row.querySelectorAll("input[type=text]")) {
      if (wrong.includes(field.name)) field.setAttribute("aria-invalid", "true"); else field.removeAttribute("aria-invalid");
    }
  }

  // Who ended the deal has nothing left, nor does who left it before: those fields are struck, and Next passes them by.
  function hasNone(row) {
    const winner = form.querySelector("[name=winner]:checked"), ending = form.querySelector("[name=ending]:checked"), drop = row.querySelector("select.drop");
    const isWinner = winner && winner.value === row.dataset.seat && form.dataset.emptying.split(" ").includes(ending ? ending.value : form.dataset.usual);
    return isWinner || Boolean(drop && "leaves" in drop.selectedOptions[0].dataset);
  }

  function strike() {
    for (const field of numbers) field.disabled = /^(number|tiles)-/.test(field.name) && hasNone(field.closest(".line"));
    const open = numbers.filter(isOpen);
    open.forEach((field, place) => { field.enterKeyHint = place < open.length - 1 ? "next" : "done"; });
    if (hasKeys && (at ? !isOpen(at) : !begun && !isRefused)) go(firstEmpty());
    begun = true;
  }

  const isOpen = (field) => !field.disabled && field.offsetParent !== null;
  const firstEmpty = () => numbers.find((field) => isOpen(field) && !field.value) || null;

  // ---- going from field to field

  // A sum is reckoned as its field is left.
  function reckon(field) {
    const text = plain(field.value), terms = text.match(TERM);
    if (!terms || terms.length < 2 || terms.join("") !== text) return;
    const sum = terms.map(numberOf).reduce((whole, term) => whole + term, 0);
    field.value = written(typesPoints ? sum : Math.max(0, sum));
  }

  function go(field) {
    if (at && at !== field) { reckon(at); at.classList.remove("at"); }
    at = field;
    fresh = Boolean(field && field.value);
    const cards = form.querySelector("[data-cards-key]");
    if (cards) {
      const [kind, seat] = field ? field.name.split("-") : [], side = { number: "left", melded: "melds" }[kind];
      cards.value = side ? `${side}-${seat}` : "";
      cards.disabled = !side;
    }
    if (!field) return;
    keys.hidden = false;
    field.classList.add("at");
    if (numbers.includes(document.activeElement)) field.focus({ preventScroll: true });
    showAboveKeys(field);
  }

  // A field that is typed into, and what is said of it, lie above the keys.
  function showAboveKeys(field) {
    const row = field.closest(".line").getBoundingClientRect(), top = dock.getBoundingClientRect().top;
    if (row.bottom > top) scrollBy({ top: row.bottom - top + 8 });
    else if (row.top < 0) scrollBy({ top: row.top - 8 });
  }

  // The next field that matters; after the last of them one that was passed by, and then the button that records.
  function next() {
    const later = numbers.slice(numbers.indexOf(at) + 1).find(isOpen), field = later || (typesPoints ? null : firstEmpty());
    if (at) reckon(at);
    if (field && field !== at) return go(field);
    go(null);
    form.querySelector("[name=record]").focus({ preventScroll: true });
  }

  for (const field of [...numbers, ...counted]) {
    field.addEventListener("blur", () => reckon(field));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      reckon(field);
      const later = numbers.slice(numbers.indexOf(field) + 1).find(isOpen);
      if (later) later.focus(); else form.querySelector("[name=record]").click();
    });
    if (!hasKeys) continue;
    field.inputMode = "none";
    field.addEventListener("focus", () => { if (at !== field) go(field); });
  }

  // ---- the keys of this page instead of the phone's: they have + and −, and Next

  function press(key) {
    if (key === "next") return next();
    if (!at) return;
    const text = fresh && !SIGNS.includes(key) && key !== "back" ? "" : at.value;
    fresh = false;
    if (key === "back") at.value = text.slice(0, -1);
    else if (SIGNS.includes(key) && SIGNS.includes(text.slice(-1))) at.value = text.slice(0, -1) + key;
    else at.value = (text + key).slice(0, at.maxLength);
    tell(at);
  }

  if (hasKeys) {
    keys.hidden = isRefused;
    form.classList.add("keyed");
    keys.addEventListener("pointerdown", (event) => event.preventDefault());
    keys.addEventListener("click", ({ target }) => {
      const key = target.closest("button");
      if (key && key.type === "button") press(key.value);
    });
  }

  // ---- − and + beside a number, within its bounds

  form.addEventListener("click", (event) => {
    const key = event.target.closest("[name=less], [name=more]");
    if (!key) return;
    event.preventDefault();
    const field = key.parentElement.querySelector("input"), step = key.dataset.step ? Number(key.dataset.step) : key.name === "more" ? 1 : -1;
    const count = numberOf(plain(field.value)) + step, counter = key.closest(".counter");
    if (counter && (count < 0 || count > most(counter))) return;
    field.value = written(count);
    if (counter && !count) field.value = "";
    else if (hasKeys && !counter) go(field);
    tell(field);
    bound();
  });

  // Of red threes there are so many for all sides together.
  const kindOf = (counter) => counter.querySelector("input").name.split("-")[0];
  const numberIn = (counter) => Number(counter.querySelector("input").value) || 0;
  const bounds = new Map(counters.map((counter) => [counter, Number(counter.dataset.most)]));
  const before = new Map(counters.map((counter) => [counter, othersOf(counter)]));
  function othersOf(counter) {
    if (kindOf(counter) === "times") return 0;
    return counters.filter((other) => other !== counter && kindOf(other) === kindOf(counter)).reduce((sum, other) => sum + numberIn(other), 0);
  }
  function most(counter) { return bounds.get(counter) + before.get(counter) - othersOf(counter); }
  function bound() {
    for (const counter of counters) {
      counter.querySelector("[name=less]").disabled = numberIn(counter) <= 0;
      counter.querySelector("[name=more]").disabled = numberIn(counter) >= most(counter);
    }
  }

  // ---- and then

  const changed = ({ target }) => {
    if (!target.name || target.closest("[data-pad]")) return;
    // One of several ways is on.
    if (target.matches(".switch input") && target.checked) {
      for (const other of form.querySelectorAll(`.switch input[name="${target.name}"]`)) other.checked = other === target;
    }
    strike();
    history.replaceState(history.state, "", `${location.pathname}?${query()}`);
    clearTimeout(pause);
    pause = setTimeout(() => form.follower.look(), PAUSE);
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  new MutationObserver(draw).observe(answer, { childList: true });
  draw();
  strike();
})();
