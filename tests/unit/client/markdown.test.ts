import { describe, expect, it } from "vitest";
import { remarkCitations } from "@/components/markdown/remark-citations";
import { toMathMarkdown } from "@/components/markdown/to-math-markdown";

describe("toMathMarkdown", () => {
  it.each([
    ["inline brackets", "Is \\(x^2\\) even?", "Is $$x^2$$ even?"],
    ["display brackets", "\\[ a = b \\]", "$$\na = b\n$$"],
    ["single dollars around a formula", "So $E = mc^2$ holds.", "So $$E = mc^2$$ holds."],
    ["double dollars", "$$x$$", "$$x$$"],
  ])("reads formulas in %s", (_kind, text, markdown) => {
    expect(toMathMarkdown(text)).toEqual({ markdown, hasMath: true });
  });

  it.each([
    ["prices", "It costs $5 or $10, at most $20."],
    ["code", "Use `$x_1$` and\n```sh\necho $A_B $C_D\n```"],
    ["a fence that is still open", "```sh\necho $A_B$ "],
    ["plain text", "Nothing here."],
  ])("leaves %s alone", (_kind, text) => {
    expect(toMathMarkdown(text)).toEqual({ markdown: text, hasMath: false });
  });
});

describe("remarkCitations", () => {
  it("turns numbers in brackets into links, several in one bracket as well", () => {
    const tree = { type: "root", children: [{ type: "text", value: "So [1][2] and [3, 4]." }] };
    remarkCitations()(tree);
    expect(tree.children.map((node) => ("url" in node ? node.url : node.value))).toEqual([
      "So ",
      "#source-1",
      "#source-2",
      " and ",
      "#source-3",
      "#source-4",
      ".",
    ]);
  });

  it("leaves links and code as they are", () => {
    const tree = {
      type: "root",
      children: [
        { type: "link", children: [{ type: "text", value: "[1]" }] },
        { type: "inlineCode", value: "a[0]" },
      ],
    };
    const before = structuredClone(tree);
    remarkCitations()(tree);
    expect(tree).toEqual(before);
  });
});
