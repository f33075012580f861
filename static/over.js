// A deal that is over: the scores follow the numbers as they are typed. Cards are the pad's own.
(() => {
  "use strict";
  const form = document.getElementById("over"), answer = document.getElementById("answer");
  if (!form || !form.dataset.answer) return;
  let pause = 0, asking = null;

  const fields = () => {
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value && !["csrf_token", "op", "expected", "past"].includes(name)) typed.set(name, value);
    }
    return typed;
  };

  async function ask() {
    if (asking) asking.abort();
    asking = new AbortController();
    try {
      const found = await fetchWithin(`${form.dataset.answer}?${fields()}`, { signal: asking.signal, cache: "no-store" });
      if (!found.ok) return;
      const page = new DOMParser().parseFromString(found.text, "text/html");
      await fingerLifted();
      answer.replaceChildren(...page.body.childNodes);
      score();
    } catch { /* offline: what was typed stays, and the pad reckons as it records */ }
  }

  // What each will score stands at the end of the row.
  const lines = [...form.querySelectorAll(".line:not(.heads)")], numbers = [...form.querySelectorAll(".lines input")];
  function score() {
    const scores = answer.querySelectorAll("tbody strong");
    form.classList.toggle("in-rows", lines.length > 0 && scores.length === lines.length);
    lines.forEach((line, place) => { line.dataset.score = scores[place] ? scores[place].textContent : ""; });
    strike();
  }

  // Who ended the deal has nothing left: those fields are struck, and Next passes them by. What stands there is not sent.
  function strike() {
    const found = answer.querySelector("[data-empty]"), seat = found ? found.dataset.empty : "";
    for (const field of numbers) field.disabled = [`number-${seat}`, `tiles-${seat}`].includes(field.name);
    const open = numbers.filter((field) => !field.disabled);
    open.forEach((field, place) => { field.enterKeyHint = place < open.length - 1 ? "next" : "done"; });
  }
  score();

  // Enter goes to the next field, the last one records; a sum is reckoned as it is left.
  const reckon = (field) => {
    const terms = field.value.replaceAll(/\s/g, "").replaceAll("−", "-");
    if (!field.closest(".points-of") && /^\d+([+-]\d+)+$/.test(terms)) field.value = Math.max(0, terms.match(/[+-]?\d+/g).reduce((sum, term) => sum + Number(term), 0));
  };
  for (const [place, field] of numbers.entries()) {
    field.addEventListener("blur", () => reckon(field));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      reckon(field);
      const next = numbers.slice(place + 1).find((each) => !each.disabled);
      if (next) next.focus(); else form.querySelector("[name=record]").click();
    });
  }

  // A field that is typed into, and what is said of it, lie above the keys.
  const dock = form.querySelector(".dock");
  const showAboveKeys = (field) => {
    const last = document.getElementById(field.getAttribute("aria-describedby")) || field;
    if (last.getBoundingClientRect().bottom > dock.getBoundingClientRect().top) last.scrollIntoView({ block: "center" });
  };

  // The keys of this page instead of the phone's: they have + and −, and Next.
  const pad = form.querySelector("[data-numbers]");
  if (pad && matchMedia("(pointer: coarse)").matches) {
    for (const field of numbers) {
      field.inputMode = "none";
      field.addEventListener("focus", () => {
        pad.hidden = false;
        field.select();
        showAboveKeys(field);
      });
    }
    pad.addEventListener("pointerdown", (event) => event.preventDefault());
    pad.addEventListener("click", ({ target }) => {
      const key = target.closest("button"), field = document.activeElement;
      if (!key || !numbers.includes(field)) return;
      if (key.value === "next") return field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      const from = key.value === "back" && field.selectionStart === field.selectionEnd ? Math.max(0, field.selectionStart - 1) : field.selectionStart;
      field.setRangeText(key.value === "back" ? "" : key.value, from, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  const changed = (event) => {
    const field = event.target;
    if (!field.name || field.closest("[data-pad]")) return;
    history.replaceState(history.state, "", `${location.pathname}?${fields()}`);
    clearTimeout(pause);
    pause = setTimeout(ask, 150);
  };

  // Points: the keys type into the field that was tapped last, − and + beside a field change it by their step.
  const keys = form.querySelector("[data-number-keys]");
  const pointFields = [...form.querySelectorAll(".points-of input")];
  if (keys && pointFields.length) {
    let at = pointFields.find((field) => !field.value) || pointFields[0];
    const show = () => pointFields.forEach((field) => field.classList.toggle("at", field === at));
    const write = (field, text) => {
      field.value = text.replace("-", "−");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const press = {
      sign: () => write(at, at.value.startsWith("−") ? at.value.slice(1) : `−${at.value}`),
      back: () => write(at, at.value.slice(0, -1)),
      next: () => { at = pointFields[(pointFields.indexOf(at) + 1) % pointFields.length]; showAboveKeys(at); },
    };
    keys.hidden = false;
    for (const field of pointFields) {
      field.inputMode = "none";
      field.addEventListener("focus", () => { at = field; show(); });
    }
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]");
      if (!key) return;
      (press[key.dataset.key] || (() => write(at, at.value + key.dataset.key)))();
      show();
    });
    form.addEventListener("click", (event) => {
      const step = event.target.closest("[data-step]");
      if (!step) return;
      event.preventDefault();
      const field = at = step.parentElement.querySelector("input");
      write(field, String((Number(field.value.replace("−", "-")) || 0) + Number(step.dataset.step)));
      show();
    });
    show();
  }

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
})();
