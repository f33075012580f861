// What is wrong with the page that is shown, in words; nothing where all is well.
({
  // What cannot be told apart, or seen, where the system picks the colours.
  faint() {
    const told = [], seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
    const look = (one) => {
      const style = getComputedStyle(one);
      return [style.borderStyle, style.borderColor, style.borderWidth, style.backgroundColor, style.color,
        style.outlineStyle, style.outlineWidth, style.textDecorationLine, style.boxShadow].join(" ");
    };
    for (const control of document.querySelectorAll("button:not(.unseen), a.button, select, textarea, input[type=text]")) {
      if (!seen(control) || control.closest(".lift") || control.classList.contains("unseen")) continue;
      const style = getComputedStyle(control);
      const edged = style.borderStyle !== "none" && parseFloat(style.borderTopWidth) > 0;
      if (!edged && !control.textContent.trim() && !control.querySelector("svg")) told.push("no edge: " + control.outerHTML.slice(0, 120));
    }
    for (const row of document.querySelectorAll("fieldset")) {
      const chips = [...row.querySelectorAll("label.chip")].filter(seen);
      const picked = chips.filter((chip) => chip.querySelector(":checked"));
      const others = chips.filter((chip) => !chip.querySelector(":checked"));
      if (picked.length && others.length && look(picked[0]) === look(others[0])) told.push("picked or not: " + row.textContent.trim().slice(0, 60));
    }
    for (const key of document.querySelectorAll(".key.in")) {
      const other = document.querySelector(".key:not(.in)");
      if (seen(key) && other && look(key) === look(other)) { told.push("taken key: " + key.value); break; }
    }
    return told;
  },

  // What is cut, lies over its neighbour, or runs off the screen.
  cut() {
    const told = [], width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) told.push("page wider than the screen: " + document.documentElement.scrollWidth);
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, [aria-hidden=true], .skip");
    for (const one of document.querySelectorAll("main *, header *")) {
      if (!seen(one)) continue;
      const style = getComputedStyle(one), own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      const clips = ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
      if (own && clips && style.clipPath === "none" && one.scrollWidth > one.clientWidth + 2) told.push("cut: " + one.outerHTML.slice(0, 120));
    }
    const controls = [...document.querySelectorAll("button, a.button, input:not([type=hidden]), select, textarea, label.chip")]
      .filter((one) => seen(one) && !one.classList.contains("unseen") && !one.closest("details:not([open]) > :not(summary)"));
    for (const one of controls) {
      for (const other of one.parentElement.children) {
        if (other === one || !controls.includes(other)) continue;
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (over > 2 && down > 2 && a.left <= b.left) told.push("overlap: " + one.outerHTML.slice(0, 90) + " / " + other.outerHTML.slice(0, 90));
      }
    }
    return told;
  },
})
