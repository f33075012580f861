// A deal that is over: numbers are typed on the page's own keys, and each row says at once what it will score.
(() => {
  "use strict";
  const form = document.getElementById("over"), answer = document.getElementById("answer");
  if (!form || !form.follower) return;
  const OF_SENDING = ["csrf_token", "op", "expected", "past"], PAUSE = 150;
  const { numberOf, plain, written } = halves;
  const rows = [...form.querySelectorAll(".line")], keys = form.querySelector("[data-numbers]"), dock = form.querySelector(".dock");
  const numbers = rows.flatMap((row) => [...row.querySelectorAll(".amount input[type=text]")]);
  const counters = [...form.querySelectorAll(".counter")], counted = counters.map((counter) => counter.querySelector("input"));
  const typesPoints = Boolean(form.querySelector(".points-of"));
  let pause = 0;

  const query = () => new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && !OF_SENDING.includes(name)));
  const tell = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  // ---- what each will score

  function draw() {
    const found = answer.querySelector(".found");
    if (!found) return;
    for (const cells of answer.querySelectorAll("[data-row]")) drawRow(form.querySelector(`.line[data-seat="${cells.dataset.row}"]`), cells);
    tellWinner();
    dock.classList.toggle("is-over", "over" in found.dataset);
    bound();
    typing.show();
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
    typing.stay();
  }

  const isOpen = (field) => !field.disabled && field.offsetParent !== null;

  // What the key of cards opens: the pad of the field that is typed into.
  function cardsOf(field) {
    const cards = form.querySelector("[data-cards-key]");
    if (!cards) return;
    const [kind, seat] = field ? field.name.split("-") : [], side = { number: "left", melded: "melds" }[kind];
    cards.value = side ? `${side}-${seat}` : "";
    cards.disabled = !side;
  }

  const row = (field) => field.closest(".line");
  const typing = numberKeys(form, numbers, { isOpen, row, below: typesPoints, wraps: !typesPoints, moved: cardsOf });
  for (const field of counted) typing.typedInto(field);

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
    else if (typing.has && !counter) typing.go(field);
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
