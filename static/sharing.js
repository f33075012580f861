// Groups of a table shared out: what becomes of them follows what is picked, and a reload keeps it.
(() => {
  "use strict";
  const form = document.getElementById("sharing");
  if (!form) return;
  let asking = null;

  const fields = () => {
    const picked = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value && !["csrf_token", "op", "expected"].includes(name)) picked.set(name, value);
    }
    return picked;
  };

  async function ask() {
    if (asking) asking.abort();
    asking = new AbortController();
    try {
      const answer = await fetchWithin(`${form.dataset.answer}?${fields()}`, { signal: asking.signal, cache: "no-store" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      await fingerLifted();
      for (const part of page.querySelectorAll("[data-becomes]")) {
        form.querySelector(`[data-becomes="${part.dataset.becomes}"]`)?.replaceChildren(...part.childNodes);
      }
      form.querySelector("[data-record-words]").textContent = page.querySelector("[data-record-words]").textContent;
    } catch { /* offline: it is judged again as it is recorded */ }
  }

  form.addEventListener("change", ({ target }) => {
    target.closest(".group-of")?.classList.remove("unsaid");
    history.replaceState(history.state, "", `${location.pathname}?${fields()}`);
    ask();
  });
})();
