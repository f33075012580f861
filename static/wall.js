// The wall by rank where that is ticked, and over the whole screen where the browser lets it.
(() => {
  "use strict";
  const byRank = document.getElementById("by-rank"), button = document.querySelector("[data-whole]");
  const order = () => document.body.classList.toggle("by-rank", byRank.checked);
  byRank.addEventListener("change", order);
  order();
  if (!document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
})();
