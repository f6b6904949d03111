import { listCitations, toShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import { describe, expect, it } from "vitest";
import { AnswerContext } from "@/components/markdown/evidence-context";
import { RenderedMarkdown } from "@/components/markdown/rendered-markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import type { MarkKey } from "@/lib/client/message/cited-marks";
import { findCitedClaim } from "@/lib/client/message/claims";
import type { SourcesByNumber } from "@/lib/client/message/sources";
import { toClaims } from "@/tests/support/answers";
import { createRandom, toRandomMarkdown } from "./random-markdown";
import { renderInLocale } from "@/tests/support/render-in-locale";

const sources = new Map(
  [1, 2].map((number) => [
    number,
    { number, url: `https://a.example/${number}`, title: `T${number}`, site: "a.example" },
  ]),
);

const render = (
  text: string,
  markKeys: MarkKey[] | null,
  locale: "en" | "zh" = "en",
  shared: SourcesByNumber = sources,
) =>
  renderInLocale(
    locale,
    <SourcesContext value={shared}>
      <AnswerContext
        value={{
          messageId: "a1",
          shown: toShownNumbers(text, (number) => shared.has(number)),
          findVerdict: (key, number) => findCitedClaim(toClaims(), key, number)?.source.verdict,
        }}
      >
        <RenderedMarkdown text={text} isStreaming={false} markKeys={markKeys} />
      </AnswerContext>
    </SourcesContext>,
  );

const readLinks = (html: string) => [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag);

describe("a citation in an answer", () => {
  it("is a link to the live page, marked with what the check found, also in words", async () => {
    const [first = "", second = "", third = ""] = readLinks(
      await render("Built in 1731 [1], in gold [1]. Liked [2].", ["0.0", "0.1", "0.2"]),
    );
    expect(first).toContain('href="https://a.example/1"');
    expect(first).toContain('data-verdict="supported"');
    expect(first).toContain('aria-label="Source 1: T1, a.example. The source says this"');
    expect(second).toContain('data-verdict="not_found"');
    expect(third).not.toContain("data-verdict");
  });

  it("names the handbook in the person's language, and a document's title once", async () => {
    const url = "/library/documents/handbook-using?start=0&end=9";
    const place = { heading: "Using › How do I ask?" };
    const page = { number: 1, url, title: "Using", site: "Handbook", place };
    const shared = new Map([[1, page]]);
    expect(await render("Ask [1].", ["0.0"], "en", shared)).toContain(
      'aria-label="Source 1: Using, Handbook · How do I ask?',
    );
    expect(await render("Ask [1].", ["0.0"], "zh", shared)).toContain("使用手册 · How do I ask?");
  });

  it("leads nowhere where its source is not shared, and is still marked", async () => {
    const html = await render("Built in 1731 [1]. Liked [2].", ["0.0", "0.1"], "en", new Map());
    expect(readLinks(html)).toEqual([]);
    expect(html).toMatch(/data-verdict="supported"[^>]*>1<span[^>]*>\. The source says this</);
    expect(html).toContain("Liked [2].");
  });

  it("says it in Chinese too", async () => {
    expect(await render("1731 年 [1]。", ["0.0"], "zh")).toContain("来源支持这一说法");
  });

  it("never shows a key, wherever the mark stands", async () => {
    const html = await render(
      "**A [1]**\n\n- b [1, 2]\n\n| c [2] |\n|---|\n| d [1] |\n\n[link [2]](https://b.example) `[1]`",
      ["0.0", "0.1", "0.2", "0.3", "0.4"],
    );
    expect(html).not.toMatch(/[\uE000\uE001]/u);
    expect(html).toContain("[2]");
    expect(html).toContain("<code>[1]</code>");
    expect(readLinks(html).filter((tag) => tag.includes("data-source")).length).toBe(5);
  });

  it.each([
    "In code x[1] = 5, word[1] ?? 2, m[1][2] and f(a[1], b[2]); the matrix [[1, 2], [2, 1]].",
    "- [1] Smith\n- [2] Doe\n\n`a[1]` and $x [1]$, [page [1]](https://b.example), [0, 1] and [x].",
    "```js\nconst a = b[1];\n```\n\n    c [1]\n\n[^1]: [1] x",
    "数组 a[1] 是第二个元素。",
  ])("is none in what is only text: %j", async (text) => {
    expect(readLinks(await render(text, null)).filter((tag) => tag.includes("data-source"))).toEqual([]);
  });

  it("keeps the letters of brackets that cite nothing", async () => {
    const html = await render("Press [1] to go on, [1, 9] or [7]; x[1] = [2].", null, "en", new Map());
    expect(html).toContain("Press [1] to go on, [1, 9] or [7]; x[1] = [2].");
  });

  // HTML is shown as the text that it is, and nothing in it is a link.
  it("is drawn wherever the server counts one, and nowhere else", async () => {
    const random = createRandom(5);
    const pieces = [
      "So [1].",
      "都说[2]。塔[1]建于",
      "x[1] = 5",
      "[1, 2]",
      " [1][2]",
      "**b** [1], ",
      "- [1] a",
      "`a[1]` ",
      "$x [1]$",
    ];
    for (let round = 0; round < 60; round++) {
      const words = Array.from({ length: 4 }, () => pieces[Math.floor(random() * pieces.length)] ?? "");
      const text = `${toRandomMarkdown(random).replaceAll("<", "").split("\n\n").slice(0, 5).join("\n\n")}\n\n${words.join("")}`;
      const drawn = readLinks(await render(text, null)).flatMap(
        (tag) => /data-source="(\d)"/.exec(tag)?.[1] ?? [],
      );
      const counted = listCitations(text, (number) => sources.has(number)).flatMap(({ numbers }) => numbers);
      expect(drawn.map(Number), text).toEqual(counted);
    }
  });

  it("has no mark before there is a check", async () => {
    expect(await render("Built [1].", null)).not.toContain("data-verdict");
  });
});
