import { DOMParser, type Document, type Element } from "@xmldom/xmldom";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/i18n/load-messages";
import { exportAnswer } from "@/lib/features/evidence/export/export-answer";
import type { AnswerEvidence, AnswerSource } from "@/lib/features/evidence/shape/answer-evidence";

const source: AnswerSource = {
  ...{ number: 7, url: "https://a.example/1?q=x&b=2", title: "Ferries & <tides>", site: "a.example" },
  ...{ evidenceId: "r_1", contentHash: "abc", text: "It sails.", retrievedAt: "2026-05-01T00:00:00.000Z" },
  quotes: [{ sentence: "The ferry sails", verdict: "supported", quote: "It **sails** daily." }],
};
const answer: AnswerEvidence = {
  ...{ conversationId: "c1", messageId: "a1", title: "Ferries", question: "Which ferry?", pairs: [] },
  ...{ answer: "It sails [7].", sources: [source], claims: null },
  ...{ answeredAt: "2026-11-24T10:00:00.000Z", tookMs: 61_200, costMicroUsd: 12_300 },
};

/** The parts of the file; every one of them must be whole XML. */
async function open(changes: Partial<AnswerEvidence>, locale: "en" | "zh" = "en") {
  const { file, seal, verdict: legend } = (await loadMessages(locale)).evidence;
  const words = { ...file, seal, legend, language: locale };
  const { content } = await exportAnswer({ ...answer, ...changes }, { format: "docx", words });
  if (typeof content === "string") return expect.fail("It is no file of bytes.");
  const parser = new DOMParser({
    onError: (level, message) => level !== "warning" && expect.fail(`${level}: ${message}`),
  });
  const parts = new Map<string, Document>();
  for (const [name, bytes] of Object.entries(unzipSync(content)))
    if (/\.(xml|rels)$/.test(name)) parts.set(name, parser.parseFromString(strFromU8(bytes), "text/xml"));
  const body = parts.get("word/document.xml") ?? expect.fail("There is no document.");
  const links = all(parts.get("word/_rels/document.xml.rels"), "Relationship");
  return { body, links, numbering: parts.get("word/numbering.xml"), styles: parts.get("word/styles.xml") };
}

const all = (part: Document | Element | undefined, name: string): Element[] => [
  ...(part?.getElementsByTagName(name) ?? []),
];
const textOf = (part: Document | Element) =>
  all(part, "w:t")
    .map(({ textContent }) => textContent ?? "")
    .join("");
const styleOf = (paragraph: Element) => all(paragraph, "w:pStyle")[0]?.getAttribute("w:val") ?? null;
const withStyle = (body: Document, style: string) =>
  all(body, "w:p")
    .filter((paragraph) => styleOf(paragraph) === style)
    .map(textOf);
const targetsOf = (links: Element[]) =>
  links.flatMap((link) =>
    link.getAttribute("TargetMode") === "External" ? [link.getAttribute("Target")] : [],
  );

describe("the Word file", () => {
  it("has the headings of a report, with a list of contents that leads to them", async () => {
    const { body } = await open({
      answer:
        "# Report\n\n- [The *way*](#the-way)\n- [渡轮](#%E6%B8%A1%E8%BD%AE)\n\n## The way\n\nGo.\n\n## 渡轮\n\n开。",
    });
    expect(withStyle(body, "Title")).toEqual(["Which ferry?"]);
    expect(withStyle(body, "Heading1")).toEqual(["Report", "Sources"]);
    expect(withStyle(body, "Heading2")).toEqual(["The way", "渡轮"]);
    const marks = all(body, "w:bookmarkStart").map((mark) => mark.getAttribute("w:name"));
    const jumps = all(body, "w:hyperlink").flatMap((link) => link.getAttribute("w:anchor") ?? []);
    expect(jumps.slice(0, 2)).toEqual(["heading_0_2", "heading_0_3"]);
    for (const jump of jumps.filter((anchor) => anchor !== "")) expect(marks).toContain(jump);
  });

  it("has tables, nested and numbered lists, code and quotations as such", async () => {
    const { body, numbering } = await open({
      answer:
        "| a | b |\n|---|--:|\n| 1 | 2 |\n\n3. three\n4. four\n   - deep\n\n   more\n\nThen:\n\n1. one\n\n```js\nif (a < b) {\n  c();\n}\n```\n\n> said",
    });
    expect(all(body, "w:tr").map((row) => all(row, "w:tc").map(textOf))).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(all(body, "w:tblHeader")).toHaveLength(1);
    expect(withStyle(body, "Code")).toEqual(["if (a < b) {  c();}"]);
    expect(withStyle(body, "Quote")[0]).toBe("said");
    const listed = all(body, "w:p").filter((paragraph) => all(paragraph, "w:numPr").length > 0);
    expect(listed.map(textOf)).toEqual(["three", "four", "deep", "one"]);
    expect(all(listed[2], "w:ilvl")[0]?.getAttribute("w:val")).toBe("1");
    const starts = all(numbering, "w:start").map((start) => start.getAttribute("w:val"));
    expect(starts).toContain("3");
    const ids = listed.map((paragraph) => all(paragraph, "w:numId")[0]?.getAttribute("w:val"));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it("has the sources below, to which the citations lead, with price and time above", async () => {
    const { body, links } = await open({});
    const [citation] = all(body, "w:hyperlink");
    expect(citation?.getAttribute("w:anchor")).toBe("source_0_1");
    expect(textOf(citation ?? expect.fail("Nothing is cited."))).toBe("[1]");
    expect(all(citation, "w:vertAlign")[0]?.getAttribute("w:val")).toBe("superscript");
    expect(all(body, "w:bookmarkStart").map((mark) => mark.getAttribute("w:name"))).toContain("source_0_1");
    expect(targetsOf(links)).toEqual(["https://a.example/1?q=x&b=2"]);
    const words = textOf(body);
    for (const told of ["Ferries & <tides>", "It sails daily.", "supports: The ferry sails", "cost $0.0123"])
      expect(words).toContain(told);
  });

  it("L1: is no more than text, whatever the Markdown says", async () => {
    const { body, links } = await open({
      title: "\u0000<w:p>",
      question: null,
      answer: [
        "<script>alert(1)</script> ]]> &amp; \u0007\uFFFE\uD800",
        "[a](javascript:alert(1)) [b](file:///etc/passwd) ![c](https://x.example/i.png)",
        '[d](https://x.example/"><w:evil/>) [e](#nowhere) [1][2][99]',
        `${">".repeat(300)} deep\n\n${"  ".repeat(40)}- x`,
        Array.from({ length: 30 }, (_, level) => `${"  ".repeat(level)}- l${level}`).join("\n"),
        "|a|\n|-|\n|{DATE}|",
      ].join("\n\n"),
      sources: [{ ...source, url: "javascript:alert(2)", title: "\u0001x" }],
    });
    expect(textOf(body)).toContain("<script>alert(1)</script> ]]> & ");
    expect(targetsOf(links)).toHaveLength(1);
    expect(decodeURIComponent(targetsOf(links)[0] ?? "")).toContain('https://x.example/"><w:evil/>');
    for (const name of ["w:evil", "w:drawing", "w:object", "w:instrText"])
      expect(all(body, name)).toEqual([]);
    const levels = all(body, "w:ilvl").map((level) => Number(level.getAttribute("w:val")));
    expect(Math.max(...levels)).toBeLessThanOrEqual(8);
  });

  it("writes Chinese with a font that has its signs", async () => {
    const { body, styles } = await open(
      { question: "哪个渡轮更好？", answer: "## 结论\n\n南线**更快**。" },
      "zh",
    );
    expect(withStyle(body, "Title")).toEqual(["哪个渡轮更好？"]);
    expect(withStyle(body, "Heading1")).toEqual(["来源"]);
    expect(textOf(body)).toContain("南线更快。");
    expect(all(styles, "w:rFonts")[0]?.getAttribute("w:eastAsia")).toBe("Microsoft YaHei");
  });
});
