// The wall over the whole screen, where the browser lets it.
(() => {
  "use strict";
  const button = document.querySelector("[data-whole]");
  if (!document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
})();
