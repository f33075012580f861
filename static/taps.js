// A part of a page that is replaced while a finger is on it loses the tap. Whoever replaces one waits for this.
(() => {
  "use strict";
  const CLICK_COMES = 50, LONGEST = 1000; // milliseconds after a finger is lifted, and after it came down
  let lifted = Promise.resolve();
  addEventListener("pointerdown", () => {
    lifted = new Promise((told) => {
      for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(told, CLICK_COMES), { once: true, capture: true });
      setTimeout(told, LONGEST);
    });
  }, { capture: true });
  window.fingerLifted = () => lifted;
})();
