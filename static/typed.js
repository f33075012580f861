// A hand that was recorded from this phone is kept here until the next deal: after an undo it need not be typed again.
(() => {
  "use strict";
  const form = document.querySelector("form[data-typed]");
  if (!form) return;
  const KEY = "typed:", key = KEY + form.dataset.typed, deals = key.slice(0, key.lastIndexOf(":") + 1);
  const UNKEPT = ["csrf_token", "op", "expected", "since", "past", "tab", "photo", "shown", "shown_for", "record", "of"];

  const kept = {
    read() { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } },
    add(player, query) {
      try {
        localStorage.setItem(key, JSON.stringify({ ...this.read(), [player]: query }));
        for (const other of Object.keys(localStorage)) if (other.startsWith(deals) && other !== key) localStorage.removeItem(other);
      } catch { /* private mode: the hand is typed again */ }
    },
  };

  addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target !== form || !button || button.name !== "record") return;
    const fields = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && !UNKEPT.includes(name)));
    kept.add(fields.get("player") || "", fields.toString());
  }, true);

  // Whoever is out already cannot be picked, so that only hands that were undone or removed are offered.
  const names = new Map([...form.querySelectorAll('.who [name="player"]')].map((one) => [one.value, one.dataset.called]));
  const fresh = ![...new FormData(form)].some(([name, value]) => value && /^(cards|points|winner|(left|melds|number|melded|tiles)(-\d+)?)$/.test(name));
  const offers = fresh ? Object.entries(kept.read()).filter(([player]) => !player || names.has(player)) : [];
  if (!offers.length) return;
  const list = document.createElement("div");
  list.className = "typed-before";
  for (const [player, query] of offers) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = `${location.pathname}?${query}`;
    link.textContent = form.dataset.typedWords + (offers.length > 1 ? `: ${names.get(player)}` : "");
    list.append(link);
  }
  const tray = form.querySelector("[data-tray]");
  if (tray) tray.replaceChildren(list); else form.querySelector(".lines").before(list);
})();
