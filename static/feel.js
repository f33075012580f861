// What this phone does when something was recorded on it: nothing, unless it is ticked here.
(() => {
  "use strict";
  const part = document.querySelector("[data-feel]");
  try {
    for (const tick of part.querySelectorAll("[data-wants]")) {
      if (tick.dataset.wants === "haptics" && !navigator.vibrate) { tick.closest("label").remove(); continue; }
      const key = "scorepad:" + tick.dataset.wants;
      tick.checked = localStorage.getItem(key) === "on";
      tick.addEventListener("change", () => localStorage.setItem(key, tick.checked ? "on" : "off"));
    }
    part.hidden = false;
  } catch { /* private mode: nothing can be kept */ }
})();
