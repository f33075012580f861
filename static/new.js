// Names one after the other: Enter goes to the next seat instead of opening the table.
(() => {
  "use strict";
  const names = [...document.querySelectorAll('.seat input[type="text"]')];
  const more = document.querySelector(".more-seats");
  for (const [place, name] of names.entries()) {
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const next = names[place + 1];
      if (!next || !name.value.trim()) return name.blur();
      if (more?.contains(next)) more.open = true;
      next.focus();
    });
  }
})();
