// House rules: examples follow the choice, and sets of rules are kept on this phone under their names.
(() => {
  "use strict";
  const KEY = "scorepad:rules";
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
  const keep = (all) => { try { localStorage.setItem(KEY, JSON.stringify(all)); return true; } catch { return false; } };
  const make = (tag, attributes, text) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };

  // What is kept for a game, as links on the page of house rules and as buttons of a form elsewhere.
  for (const list of document.querySelectorAll("[data-kept]")) {
    for (const one of kept().filter((one) => one.game === list.dataset.kept)) {
      const query = new URLSearchParams(one.query);
      if (list.dataset.page) query.set("name", one.name);
      list.append(list.dataset.page
        ? make("a", { class: "chip own", href: `${list.dataset.page}?${query}` }, one.name)
        : make("button", { class: "chip own", type: "submit", name: "rules", value: one.query, formnovalidate: "" }, one.name));
      list.classList.remove("none");
    }
  }

  const form = document.querySelector("[data-rules]");
  if (!form) return;
  document.documentElement.classList.add("js");
  const words = JSON.parse(form.dataset.rules), said = document.querySelector("[data-said]"), button = document.querySelector("[data-keep]"), share = document.querySelector("[data-share]");
  const name = form.elements.name;
  const game = document.querySelector("[data-kept]").dataset.kept;

  let asking = null;
  const follow = async () => {
    if (asking) asking.abort();
    const mine = asking = new AbortController();
    try {
      const answer = await fetchWithin(`${form.action}?${new URLSearchParams(new FormData(form))}`, { signal: asking.signal });
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      if (!answer.ok) return;
      await fingerLifted();
      history.replaceState(history.state, "", answer.url);
      for (const part of document.querySelectorAll("[data-part]")) {
        const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
        if (fresh) part.replaceChildren(...fresh.childNodes);
      }
      said.textContent = "";
    } catch {
      if (!mine.signal.aborted) said.textContent = words.offline;
    }
  };
  form.addEventListener("change", follow);
  form.addEventListener("submit", (event) => { event.preventDefault(); follow(); });

  button.hidden = false;
  const query = () => { const all = new URLSearchParams(location.search); all.delete("name"); return all.toString(); };
  button.addEventListener("click", async () => {
    if (!name.value.trim()) { name.focus(); said.textContent = words.nameless; return; }
    await follow();
    const others = kept().filter((one) => !(one.game === game && one.name === name.value.trim()));
    said.textContent = keep([...others, { game, name: name.value.trim(), query: query() }]) ? words.kept : words.keeps_nothing;
  });
  if (navigator.share) {
    share.hidden = false;
    share.addEventListener("click", () => navigator.share({ title: name.value || document.title, url: document.querySelector(".link").value }).catch(() => {}));
  }
})();
