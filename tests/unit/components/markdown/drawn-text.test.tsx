import { describe, expect, it } from "vitest";
import { RenderedText } from "@/components/evidence/rendered-text";
import { Markdown } from "@/components/markdown/markdown";
import { isLight } from "@/components/markdown/weigh-markdown";
import { buildOddText, oddShapes } from "@/tests/support/odd-texts";
import { renderInLocale } from "@/tests/support/render-in-locale";

const text = "# Title\n\n**Bold** and `code`, $x^2$.\n\n| a | b |\n|---|---|\n| 1 | 2 |";
const plain = "# Title\n\n**Bold** and `code`, $x^2$.";

describe("a text that the server writes", () => {
  it.each([
    ["an answer", <Markdown key="a" text={text} isStreaming={false} />],
    ["an answer that is being written", <Markdown key="b" text={text} isStreaming />],
    ["a page that was read", <RenderedText key="c" text={text} passage={null} />],
  ])("is plain, whatever stands in it: %s", async (_name, element) => {
    const html = await renderInLocale("en", element);
    expect(html).toMatch(
      /^(<div class="markdown">)?<p dir="auto" class="[^"]*whitespace-pre-wrap" data-undrawn="">/,
    );
    expect(html.match(/<[a-z]+/g)?.length).toBeLessThanOrEqual(2);
  });

  it("has its passage marked all the same", async () => {
    const start = text.indexOf("**Bold**");
    const html = await renderInLocale("en", <RenderedText text={text} passage={{ start, end: start + 8 }} />);
    expect(html).toContain("<mark>**Bold**</mark>");
  });

  it("is written whole", async () => {
    expect(await renderInLocale("en", <Markdown text={plain} isStreaming={false} />)).toContain(plain);
  });
});

const paragraph = "Some **bold** words with a [link](https://a.example/1) and `code`, as said [1]. ".repeat(
  4,
);
const usual = [
  "## Section",
  paragraph,
  "- one\n- two\n  - three",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "```js\nrun();\n```",
  "$$x^2 + y^2$$",
].join("\n\n");

describe("what a text weighs", () => {
  it("is little for a long answer of the usual kind", () => {
    expect(isLight(Array.from({ length: 40 }, () => usual).join("\n\n"))).toBe(true);
  });

  it("is too much where a piece of it takes too long each time, not where it did once", () => {
    const clock =
      (...times: number[]) =>
      () =>
        times.shift() ?? 0;
    expect(isLight("Words.", clock(0, 900, 0, 900, 0, 900))).toBe(false);
    expect(isLight("Words.", clock(0, 900, 0, 10))).toBe(true);
  });

  it.each([
    ["quotes", 20_000],
    ["tableRows", 20_000],
    ["math", 20_000],
    ["dollars", 20_000],
    ["quoteLines", 20_000],
    ["marks", 40_000],
  ])("is too much for %s of %i characters", (shape, length) => {
    expect(isLight(buildOddText(shape, length))).toBe(false);
  });

  it.each(oddShapes)("is told of any text, also of %s", (shape) => {
    expect(isLight(buildOddText(shape, 1_500))).toBeTypeOf("boolean");
  });
});
