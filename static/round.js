// A round that is entered in columns: the arithmetic follows what is typed, and a reload keeps it.
(() => {
  "use strict";
  const form = document.getElementById("round"), answer = document.getElementById("answer");
  if (!form) return;
  document.documentElement.classList.add("js");
  const PAUSE = 250;
  let asking = null, pause = 0;

  const fields = () => {
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value && !["csrf_token", "op", "expected"].includes(name)) typed.set(name, value);
    }
    return typed;
  };

  async function ask() {
    if (asking) asking.abort();
    asking = new AbortController();
    history.replaceState(history.state, "", `${location.pathname}?${fields()}`);
    try {
      const found = await fetchWithin(`${form.dataset.answer}?${fields()}`, { signal: asking.signal, cache: "no-store" });
      if (!found.ok) return;
      const page = new DOMParser().parseFromString(found.text, "text/html");
      await fingerLifted();
      answer.replaceChildren(...page.body.childNodes);
    } catch { /* offline: what was typed stays, and the pad reckons as it records */ }
  }
  form.addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(ask, PAUSE); });

  // Enter goes to the next field, the last one records.
  const numbers = [...form.querySelectorAll('input[inputmode="numeric"]')];
  for (const [place, field] of numbers.entries()) {
    field.addEventListener("focus", () => field.select());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      (numbers[place + 1] || form.querySelector("[name=record]")).focus();
    });
  }
})();
