// The review of an evening: while hands are searched, what is found is asked for again.
(() => {
  "use strict";
  const root = document.querySelector("[data-review]");
  const PAUSE = 300, AWAY = 4000;
  if (!root) return;

  async function look() {
    let pause = PAUSE;
    try {
      const answer = await fetchWithin(root.dataset.review, { cache: "no-store" });
      if (answer.ok) show(answer.text);
      else pause = AWAY;
    } catch { pause = AWAY; }
    goOn(pause);
  }

  // What a person has opened stays open.
  function show(text) {
    const opened = [...root.querySelectorAll("details")].filter((one) => one.open).map(place);
    root.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    for (const one of root.querySelectorAll("details")) one.open = opened.includes(place(one));
  }
  const place = (details) => {
    const hand = details.closest("li"), deal = details.closest("section");
    return `${deal.firstElementChild.id} ${[...hand.parentElement.children].indexOf(hand)}`;
  };

  const goOn = (pause) => { if (root.querySelector("[data-unsearched]")) setTimeout(look, pause); };
  goOn(PAUSE);
})();
