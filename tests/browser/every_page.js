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

  // What covers the keys or the button that the page is for, pushes them off the screen, or cuts a total or a notice.
  covered() {
    const told = [], box = (one) => one.getBoundingClientRect(), words = (one) => one.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 1 && !one.closest(".unseen");
    const bar = [...document.querySelectorAll(".dock, .thumb")].find((one) => seen(one) && getComputedStyle(one).position === "sticky");
    if (!bar) return told;
    for (const one of bar.querySelectorAll(".primary, .key, .number-keys button")) {
      if (!seen(one)) continue;
      const { left, right, top, bottom } = box(one), name = `${words(one)} (${one.className})`;
      if (top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1) { told.push(`off the screen: ${name} ${Math.round(top)} to ${Math.round(bottom)}`); break; }
      const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (met && !one.contains(met)) { told.push(`covered: ${name} by ${met.className}`); break; }
    }
    const edge = box(bar).top;
    for (const one of document.querySelectorAll(".answer .total, .arithmetic, .podium .total, .ask > .notice, .check, .out:not(.over) :is(.answer .notice, .who, .what)")) {
      if (!seen(one) || bar.contains(one)) continue;
      const { top } = box(one);
      let { bottom } = box(one);
      for (let clip = one.parentElement; clip; clip = clip.parentElement) {
        if (getComputedStyle(clip).overflowY === "hidden") bottom = Math.min(bottom, box(clip).bottom);
      }
      if (top < edge - 2 && bottom > edge + 2) told.push(`cut by the bar: ${words(one)} (${one.className}), ${Math.round(bottom - edge)} px of it`);
    }
    return told;
  },

  // What a finger cannot meet: controls that are small, or lie under something that no scrolling moves away; and text on text.
  laid() {
    const told = this.cut(), box = (one) => one.getBoundingClientRect();
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(one).width > 1 && !one.closest(".unseen, .skip") && !one.classList.contains("unseen");
    const tall = (one) => {
      const after = getComputedStyle(one, "::after"), more = after.content !== "none" && after.position === "absolute" ? -2 * parseFloat(after.top) || 0 : 0;
      return box(one).height + Math.max(0, more);
    };
    const told_of = (one) => (one.getAttribute("aria-label") || one.textContent || one.name || "").trim().replace(/\s+/g, " ").slice(0, 40) + ` (${one.tagName} ${one.className.baseVal ?? one.className})`;
    const controls = [...document.querySelectorAll("button, a.button, a.chip, .ways a, .tiles a, .door, summary, select, textarea, label.chip, label.tick, input:not([type=hidden], [type=radio], [type=checkbox], [type=file])")].filter(seen);
    for (const one of controls) {
      if (tall(one) < 43.5 || box(one).width < 43.5) told.push(`small: ${told_of(one)} ${Math.round(box(one).width)}x${Math.round(tall(one))}`);
      const { left, right, top, bottom } = box(one), x = (left + right) / 2, y = (top + bottom) / 2;
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      const met = document.elementFromPoint(x, y), stays = ".thumb, .dock, .house .row";
      const scrolls = met && met.closest(stays) && met.closest(stays) !== one.closest(stays) || one.closest(".tray, .who, .what, .scroll-x, .hand-left");
      if (met && !scrolls && !one.contains(met) && !met.contains(one) && met.closest("label")?.control !== one) told.push(`under another: ${told_of(one)} / ${told_of(met)}`);
    }
    for (const one of document.querySelectorAll("main select")) {
      if (!seen(one)) continue;
      const alone = one.parentElement.appendChild(one.cloneNode());
      alone.append(one.selectedOptions[0].cloneNode(true));
      alone.style.cssText = "position: absolute; width: auto; min-width: 0";
      if (alone.offsetWidth > one.offsetWidth + 2) told.push(`cut: ${one.name} ${alone.textContent} ${alone.offsetWidth} of ${one.offsetWidth}`);
      alone.remove();
    }
    const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walk.nextNode()) {
      const node = walk.currentNode, parent = node.parentElement;
      if (!node.textContent.trim() || !seen(parent) || parent.closest(".card, .held, .key, .fan, svg, .tray, .thumb, .dock, .ask > .answer .sum, .who, .house .row, noscript, script, [data-unfold]")) continue;
      range.selectNodeContents(node);
      let clip = parent;
      while (clip && getComputedStyle(clip).overflowX === "visible") clip = clip.parentElement;
      const most = clip && clip !== document.body ? box(clip) : { left: 0, right: innerWidth };
      for (const { left, right: end, top, bottom } of range.getClientRects()) {
        const right = Math.min(end, most.right);
        texts.push({ left: left + 1, right: right - 1, top: top + 4, bottom: bottom - 4, node });
      }
    }
    for (const [place, one] of texts.entries()) {
      const other = texts.slice(place + 1).find((next) => next.node !== one.node && next.left < one.right && one.left < next.right && next.top < one.bottom && one.top < next.bottom);
      if (other) told.push(`text on text: ${one.node.textContent.trim().slice(0, 30)} / ${other.node.textContent.trim().slice(0, 30)}`);
    }
    return told;
  },
})
