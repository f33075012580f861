// css/use-baseline, and two things that it leaves out.
import css from "@eslint/css";

const baseline = css.rules["use-baseline"];

// What stands in "@supports not …" is for browsers without that, so the condition itself may name it.
export const newerStyles = {
  ...baseline,
  create(context) {
    const report = (found) => {
      if (!context.sourceCode.lines[found.loc.start.line - 1].trim().startsWith("@supports not ")) context.report(found);
    };
    return baseline.create(Object.create(context, { report: { value: report } }));
  },
};

const NEWER_VALUE = /\d(dvh|svh|lvh|dvw|cq[whib]|cqmin|cqmax)\b|\b(color-mix|light-dark|round)\(/;

// What older browsers can't read, and use-baseline doesn't look at.
export const unreadStyles = {
  meta: {
    type: "problem",
    language: "css",
    messages: {
      nested: "Safari 16.5, Firefox 117 and Chrome 120 are the first that read a rule inside of a rule. Write it out.",
      range: "Safari 16.4 is the first that reads a range in a media query. Write min-width or max-width.",
      variable: "Where this value isn't known, all that uses the variable falls to nothing. Put it in @supports.",
    },
  },
  create(context) {
    let rules = 0, supports = 0;
    return {
      Rule(node) {
        if (rules) context.report({ node, messageId: "nested" });
        rules += 1;
      },
      "Rule:exit"() { rules -= 1; },
      Atrule(node) {
        if (node.name === "supports") supports += 1;
        if (node.name === "media" && /[<>]/.test(context.sourceCode.getText(node.prelude))) context.report({ node, messageId: "range" });
      },
      "Atrule:exit"(node) { if (node.name === "supports") supports -= 1; },
      Declaration(node) {
        const isVariable = node.property.startsWith("--");
        if (isVariable && !supports && NEWER_VALUE.test(context.sourceCode.getText(node.value))) context.report({ node, messageId: "variable" });
      },
    };
  },
};
