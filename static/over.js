// A deal that is over: the scores follow the numbers as they are typed. Cards are the pad's own.
(() => {
  "use strict";
  const form = document.getElementById("over"), answer = document.getElementById("answer");
  if (!form || !form.dataset.answer) return;
  let waiting = 0, asking = null;

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
      const found = await fetch(`${form.dataset.answer}?${fields()}`, { signal: asking.signal, cache: "no-store" });
      if (!found.ok) return;
      const page = new DOMParser().parseFromString(await found.text(), "text/html");
      await fingerLifted();
      answer.replaceChildren(...page.body.childNodes);
    } catch { /* offline: what was typed stays, and the pad reckons as it records */ }
  }

  const changed = (event) => {
    const field = event.target;
    if (!field.name || field.closest("[data-pad]")) return;
    history.replaceState(history.state, "", `${location.pathname}?${fields()}`);
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
})();
