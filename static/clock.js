// Counts down what is left of a turn, by the pad's own time, wherever the page shows a clock.
(() => {
  "use strict";
  const page = document.querySelector("[data-now]");
  const isKept = "kept" in document.documentElement.dataset; // made long ago: its time is not the pad's
  const ahead = page && !isKept ? Number(page.dataset.now) - Date.now() : 0;

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const gone = Math.floor((Date.now() + ahead - Number(clock.dataset.since)) / 1000);
      const left = Math.min(Number(clock.dataset.clock), Math.max(0, Number(clock.dataset.clock) - gone));
      const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (clock.textContent !== words) clock.textContent = words;
      clock.classList.toggle("late", left === 0);
      clock.hidden = false;
    }
  }

  tick();
  setInterval(tick, 250);
})();
