// Says whether this browser keeps the tables for good.
(async () => {
  const show = (what) => { document.querySelector(`[data-keeps="${what}"]`).hidden = false; };
  const keeps = navigator.storage && navigator.storage.persisted && await navigator.storage.persisted();
  show(keeps ? "yes" : "no");
  if (!keeps && /Apple/.test(navigator.vendor) && !matchMedia("(display-mode: standalone)").matches) show("safari");
})();
