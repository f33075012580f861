// In each page of the app, before all else: the outer page follows where it is. What leads elsewhere opens beside it.
(() => {
  const { scorepad } = parent;
  if (parent === window || !scorepad || !scorepad.entered) return;
  scorepad.entered(window);

  // What is no longer waited for ends in Python too, where it is a search: browsers don't tell their service workers.
  const { fetch } = window, { controller } = navigator.serviceWorker;
  window.fetch = (asked, options = {}) => {
    if (!controller || !options.signal) return fetch(asked, options);
    const name = crypto.randomUUID(), headers = new Headers(options.headers);
    headers.set("X-Asked", name);
    options.signal.addEventListener("abort", () => controller.postMessage({ left: name }));
    return fetch(asked, { ...options, headers });
  };

  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && link.origin !== location.origin) { link.target = "_blank"; link.rel = "noopener"; }
  });
})();
