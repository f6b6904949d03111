import { describe, expect, it } from "vitest";
import { MarkedText } from "@/components/evidence/rendered-text";
import { pageText } from "@/tests/support/answers";
import { renderInLocale } from "@/tests/support/render-in-locale";

const render = (text: string, quote?: string) => {
  const start = quote === undefined ? -1 : text.indexOf(quote);
  return renderInLocale(
    "en",
    <MarkedText text={text} passage={quote === undefined ? null : { start, end: start + quote.length }} />,
  );
};

const readMarked = (html: string) =>
  [...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/gs)]
    .map(([, text = ""]) => text.replace(/<[^>]*>/g, ""))
    .join("|");

describe("the passage in a text that was kept", () => {
  it.each([
    [
      "a sentence with emphasis in it",
      pageText,
      "John Hadley showed an **octant** in 1731.",
      "John Hadley showed an |octant| in 1731.",
    ],
    ["a part of a sentence", pageText, "measures angles", "measures angles"],
    ["several paragraphs", "# Head\n\nOne.\n\n- two\n- three\n\nFour.", "One.\n\n- two", "One.|two"],
    ["a cell of a table", "| a | b |\n|---|---|\n| one | two |", "two", "two"],
    ["inline code", "Run `npm ci` now.", "`npm ci`", "npm ci"],
    ["a link", "See [the page](https://a.example/x) there.", "[the page](https://a.example/x)", "the page"],
    [
      "Chinese",
      "六分仪由哈德利于1731年发明。后来改进。",
      "六分仪由哈德利于1731年发明。",
      "六分仪由哈德利于1731年发明。",
    ],
    ["text with escapes", "A \\*star\\* here.", "A \\*star\\* here.", "A *star* here."],
  ])("is marked: %s", async (_case, text, quote, marked) => {
    expect(readMarked(await render(text, quote))).toBe(marked);
  });

  it("is marked as a block where it is code", async () => {
    expect(await render("```\nrun();\n```", "run();")).toContain('<div class="marked-block"><pre');
  });

  it("is nowhere marked without one", async () => {
    expect(await render(pageText)).not.toContain("<mark");
  });
});

describe("a text that was kept", () => {
  it("fetches nothing and runs nothing", async () => {
    const html = await render(
      '![cat](https://b.example/cat.png) ![](x) <img src=x onerror=alert(1)> <script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](#source-1) [c](data:text/html,x)\n\n<iframe src="https://b.example"></iframe>',
    );
    expect(html).not.toMatch(/<(img|script|iframe|object|link)\b/);
    expect(html).not.toMatch(/(href|src)="/);
    expect(html).toContain("[cat]");
    expect(html).toContain("[Picture]");
    expect(html).toContain("&lt;script&gt;");
  });

  it("takes no number in brackets for one of ours", async () => {
    expect(await render("It says so [1].")).not.toContain("<a ");
  });
});
