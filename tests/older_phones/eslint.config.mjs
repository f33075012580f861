// What the scripts and styles of the pad may use, so that reading and recording work in the browsers of exceptions.mjs.
import css from "@eslint/css";
import compat from "eslint-plugin-compat";
import esX from "eslint-plugin-es-x";
import { BROWSERS, GUARDED, SHARED_NAMES, STYLES } from "./exceptions.mjs";
import { newerStyles, unreadStyles } from "./newer_styles.mjs";

const HAS = "A selector with :has() throws before Firefox 121: filter in script.";
const IN_SCRIPTS = {
  "NewExpression[callee.name='FormData'][arguments.length>1]": "FormData leaves the button out before Safari 16.4: add its name and value.",
  "Literal[value=/:has\\(/]": HAS,
  "TemplateElement[value.raw=/:has\\(/]": HAS,
  "Literal[value=/^scroll(end|snapchang)/]": "This event never comes in older browsers.",
};
for (const name of ["checkVisibility", "moveBefore", "requestIdleCallback", "setHTMLUnsafe", "showPopover", "startViewTransition", "togglePopover"]) {
  IN_SCRIPTS[`MemberExpression[property.name='${name}']`] = "Older browsers have no such method.";
}
IN_SCRIPTS["MemberExpression[object.name='AbortSignal'][property.name=/^(any|timeout)$/]"] = "Safari has it since 16.0 and 17.4: abort with a timer.";
const sinceEs2022 = Object.entries(esX.configs["flat/restrict-to-es2022"].rules).filter(([name]) => !SHARED_NAMES.test(name));

export default [
  {
    files: ["**/*.js"],
    plugins: { compat, "es-x": esX },
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { noInlineConfig: true },
    settings: { browsers: BROWSERS, polyfills: GUARDED, "es-x": { aggressive: true } },
    rules: {
      ...Object.fromEntries(sinceEs2022),
      "es-x/no-class-static-block": "error", // Safari 16.4
      "es-x/no-regexp-lookbehind-assertions": "error", // Safari 16.4
      "compat/compat": "error",
      "no-restricted-syntax": ["error", ...Object.entries(IN_SCRIPTS).map(([selector, message]) => ({ selector, message }))],
    },
  },
  {
    files: ["**/*.css"],
    language: "css/css",
    plugins: { css, pad: { rules: { "newer-styles": newerStyles, "unread-styles": unreadStyles } } },
    linterOptions: { noInlineConfig: true },
    rules: { "pad/newer-styles": ["error", { available: 2021, ...STYLES }], "pad/unread-styles": "error" },
  },
];
