// What a phone can do where the pad comes by https: install it, open it without a network, keep the screen on over a hand, share scores.
(() => {
  "use strict";
  const { worker } = document.documentElement.dataset, unreached = document.querySelector(".unreached");
  const workers = worker && navigator.serviceWorker;
  if (workers) workers.register(worker).catch(() => {}); // a browser may refuse it
  // A page that came before its worker is not kept yet. The worker may hold such a page by now, so only its journey tells.
  const [journey] = performance.getEntriesByType("navigation");
  if (workers && !(journey && journey.workerStart)) workers.ready.then(({ active }) => active.postMessage("keep"));

  // A form of this page did not reach the pad.
  if (workers) workers.addEventListener("message", ({ data }) => {
    const { unsent } = waiting.words;
    if (data === "unsent" && !document.querySelector(".notices").textContent.includes(unsent)) waiting.notice(unsent, "warn");
  });

  // A page that the worker kept says so until the pad is heard from.
  if ("kept" in document.documentElement.dataset) {
    dispatchEvent(new Event("offline"));
    unreached.hidden = document.querySelector("[data-sync]") !== null;
    addEventListener("online", () => { unreached.hidden = true; });
  }

  // The screen stays on while a hand is entered, and until the page is left.
  const pad = document.querySelector("[data-pad]");
  const stayOn = () => { if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
  if (pad && navigator.wakeLock) {
    pad.addEventListener("pointerdown", () => { stayOn(); document.addEventListener("visibilitychange", stayOn); }, { once: true });
  }

  // The scores as a picture, where the share sheet takes files.
  async function withPicture(button, what) {
    if (!navigator.canShare || !button.dataset.picture) return what;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 15000);
    try {
      const answer = await fetch(button.dataset.picture, { signal: stop.signal });
      const files = answer.ok ? [new File([await answer.blob()], "scores.png", { type: "image/png" })] : [];
      return files.length && navigator.canShare({ ...what, files }) ? { ...what, files } : what;
    } catch {
      return what;
    }
  }

  for (const button of document.querySelectorAll("[data-share]")) {
    if (!navigator.share && !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = button.dataset.share, url = location.origin + location.pathname;
      try {
        if (navigator.share) return await navigator.share(await withPicture(button, { text, url }));
        await navigator.clipboard.writeText(`${text}\n${url}`);
        button.textContent = button.dataset.copied;
      } catch { /* the sheet was closed again */ }
    });
  }
})();
