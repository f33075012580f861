// What was typed, ticked or chosen before the scripts had come is told to them as soon as they listen.
(() => {
  "use strict";
  const changed = ({ type, checked, defaultChecked, value, defaultValue, files, options, selectedIndex }) => {
    if (type === "hidden") return false;
    if (type === "file") return files.length > 0;
    if (type === "checkbox") return checked !== defaultChecked;
    if (type === "radio") return checked && !defaultChecked;
    if (options) return selectedIndex !== Math.max(0, [...options].findIndex((option) => option.defaultSelected));
    return value !== defaultValue;
  };
  const fields = [...document.querySelectorAll("input, select, textarea")].filter(changed);
  addEventListener("DOMContentLoaded", () => {
    for (const field of fields) {
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  });
})();
