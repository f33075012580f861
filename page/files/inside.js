// In each page of the app, before all else: the outer page follows where it is. What leads elsewhere opens beside it.
(() => {
  const { scorepad } = parent;
  if (parent === window || !scorepad || !scorepad.entered) return;
  scorepad.entered(window);
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && link.origin !== location.origin) { link.target = "_blank"; link.rel = "noopener"; }
  });
})();
