// The browser's own Print prints the outer page: what the frame shows is laid out in it for as long, by the rules of that page.
const attributesOf = ({ attributes }) => [...attributes].map(({ name, value }) => [name, value]);
const rulesOf = ({ media, cssRules }) => {
  const rules = [...cssRules].map(({ cssText }) => cssText).join("\n");
  return media.mediaText ? `@media ${media.mediaText} { ${rules} }` : rules;
};
let layBack = () => {};

function dress(element, attributes) {
  for (const [name] of attributesOf(element)) element.removeAttribute(name);
  for (const [name, value] of attributes) element.setAttribute(name, value);
}

addEventListener("beforeprint", () => {
  const frame = document.querySelector("iframe"), root = document.documentElement, { body } = document;
  if (!frame || !frame.contentDocument) return;
  const inner = frame.contentDocument, style = document.createElement("style"), copy = document.importNode(inner.body, true);
  const own = [...body.children], [outerSheet] = document.styleSheets;
  const before = [root, body].map((element) => [element, attributesOf(element)]);
  for (const script of copy.querySelectorAll("script")) script.remove();
  style.textContent = [...inner.styleSheets].map(rulesOf).join("\n");
  for (const element of own) element.setAttribute("style", "display: none !important");
  frame.setAttribute("style", `position: fixed; visibility: hidden; border: 0; width: ${frame.clientWidth}px; height: ${frame.clientHeight}px`);
  dress(root, attributesOf(inner.documentElement));
  dress(body, attributesOf(inner.body));
  const laid = [...copy.childNodes];
  document.head.append(style);
  body.append(...laid);
  outerSheet.disabled = true;
  layBack = () => {
    outerSheet.disabled = false;
    for (const node of [style, ...laid]) node.remove();
    for (const element of own) element.removeAttribute("style");
    for (const [element, attributes] of before) dress(element, attributes);
  };
});
addEventListener("afterprint", () => { layBack(); layBack = () => {}; });
