// A round that is entered in columns: the arithmetic follows what is typed, and a reload keeps it.
(() => {
  "use strict";
  const form = document.getElementById("round");
  if (!form || !form.follower) return;
  const OF_SENDING = ["csrf_token", "op", "expected", "past"], PAUSE = 250;
  const numbers = [...form.querySelectorAll('input[inputmode="numeric"]')], isOpen = (field) => field.offsetParent !== null;
  let pause = 0;

  document.documentElement.classList.add("js");
  const begins = form.querySelector(".tally, .of-round").querySelector("input, select") === numbers[0];
  const typing = numberKeys(form, numbers, { isOpen, begins, row: (field) => field.closest("tr, label") });
  typing.stay();
  const query = () => new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && !OF_SENDING.includes(name)));
  form.addEventListener("input", () => {
    history.replaceState(history.state, "", `${location.pathname}?${query()}`);
    clearTimeout(pause);
    pause = setTimeout(() => form.follower.look(), PAUSE);
  });
})();
