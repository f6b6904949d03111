import { describe, expect, it } from "vitest";
import { loadMessages } from "@/i18n/load-messages";
import { exportAnswer } from "@/lib/features/evidence/export/export-answer";
import { toBibtex } from "@/lib/features/evidence/export/export-answer";
import type { AnswerEvidence, AnswerSource } from "@/lib/features/evidence/shape/answer-evidence";
import type { ExportFormat } from "@/lib/features/evidence/shape/evidence";
import { pageText, toClaims, toHash } from "@/tests/support/answers";

const { file, seal, verdict: legend } = (await loadMessages("en")).evidence;
const words = { ...file, seal, legend, language: "en" as const };

const page: AnswerSource = {
  number: 1,
  url: "https://www.a.example/1?q=50%25&b={x}",
  title: "Sextants & [angles] <b>",
  site: "a.example",
  publishedAt: "2024-03-05T10:00:00Z",
  retrievedAt: "2026-05-01T00:00:00.000Z",
  route: "archive",
  evidenceId: "r_1",
  contentHash: toHash(pageText),
  text: pageText,
  quotes: [
    {
      sentence: "Hadley built it",
      verdict: "supported",
      quote: "John <i>Hadley</i>\n![x](https://b.example/i.png)",
    },
  ],
};
const found: AnswerSource = {
  number: 2,
  url: "https://b.example/",
  title: "Found",
  site: "b.example",
  evidenceId: "r_2",
  contentHash: null,
  text: null,
  quotes: [],
};

const [first, second, ...further] = toClaims().claims;
/** As the text cites them: the first page at its first mark, the second at its second. */
const claims = {
  ...toClaims(),
  claims: [
    first,
    second && { ...second, sources: second.sources.map((one) => ({ ...one, number: 2 })) },
    ...further,
  ].filter((claim) => claim !== undefined),
};

const answer: AnswerEvidence = {
  conversationId: "c1",
  messageId: "a1",
  title: "六分仪：谁发明的？",
  question: "Who *built* it?",
  answer: "Hadley [1]. `![code]` and ![p](https://c.example/p.png) [2]",
  pairs: [
    { key: "0.0", numbers: [1] },
    { key: "0.1", numbers: [2] },
  ],
  sources: [page, found],
  claims,
};

const write = async (format: ExportFormat, changes: Partial<AnswerEvidence> = {}) => {
  const { name, content } = await exportAnswer({ ...answer, ...changes }, { format, words });
  return { name, text: typeof content === "string" ? content : expect.fail("It is no text.") };
};

describe("the Markdown file", async () => {
  const { text } = await write("markdown");

  it("keeps the numbers of the answer, and lists each source with what it says, its times, its hash and its address", () => {
    expect(text).toMatch(
      /^# Who \\\*built\\\* it\?\n\n\*\*1 of 2 statements is supported\. .+\*\*\n\nHadley \[1 ✓\]/,
    );
    expect(text).toContain(
      "**[1]** [Sextants & \\[angles\\] &lt;b\\>](<https://www.a.example/1?q=50%25&b={x}>)",
    );
    expect(text).toContain(
      "a.example · published 2024-03-05 · retrieved 2026-05-01T00:00:00.000Z · from the web archive",
    );
    expect(text).toContain(`SHA-256: \`${toHash(pageText)}\``);
    expect(text).toContain("- supports: Hadley built it");
  });

  it("says of a source that was only found that it was not read", () => {
    expect(text).toContain(
      "**[2]** [Found](<https://b.example/>)  \nb.example · seen as a search result only",
    );
  });

  it("L1: fetches nothing and runs nothing when it is shown, and leaves code as it is", async () => {
    expect(text).toContain("`![code]` and &#33;[p](https://c.example/p.png)");
    expect(text).toContain("> John &lt;i\\>Hadley&lt;/i\\>\n> \\!\\[x\\](`https://b.example/i.png`)");
    const { text: bad } = await write("markdown", {
      answer: "`<b>` and <script>alert(1)</script>",
      title: "http://x/<b>",
      question: null,
    });
    expect(bad).toContain("# `http://x/`&lt;b\\>\n");
    expect(bad).toContain("`<b>` and &lt;script>alert(1)&lt;/script>");
  });

  it("links only to addresses of the web", async () => {
    const bad = { ...found, url: "javascript:alert(1)" };
    expect((await write("markdown", { sources: [bad] })).text).not.toContain("javascript:");
  });

  it("says when it was answered, how long that took and what it cost, where that is known", async () => {
    const about = { answeredAt: "2026-11-24T10:00:00.000Z", tookMs: 61_200, costMicroUsd: 12_300 };
    expect((await write("markdown", about)).text).toContain(
      "\n\nanswered 2026-11-24 · took 62 s · cost $0.0123\n\n",
    );
  });
});

describe("the HTML file", () => {
  it("is a page of its own with the sources below, where HTML stays text and nothing is loaded", async () => {
    const { text } = await write("html", {
      answer: "## Who\n\n<script>alert(1)</script> ![p](https://c.example/p.png) [1]",
    });
    expect(text).toContain('<html lang="en">');
    expect(text).toContain("<h2>Who</h2>");
    expect(text).toContain("<h2>Sources</h2>");
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text).not.toMatch(/<(script|img|link)\b/);
  });
});

describe("the JSON file", () => {
  it("says its form and version, and holds whole texts whose hashes are right", async () => {
    const parsed = JSON.parse((await write("json")).text) as AnswerEvidence & {
      schema: string;
      version: number;
    };
    expect(parsed).toMatchObject({ schema: "sextant.answer", version: 1, question: "Who *built* it?" });
    expect(parsed.sources[0]?.text).toBe(pageText);
    expect(toHash(parsed.sources[0]?.text ?? "")).toBe(parsed.sources[0]?.contentHash);
    expect(parsed.claims).toEqual(answer.claims);
  });
});

describe("the BibTeX file", () => {
  it("has an entry for each source, with what is known of it", () => {
    expect(toBibtex([page])).toBe(`@online{a-example-2024-${toHash(page.url).slice(0, 8)},
  title = {{Sextants \\& [angles] <b>}},
  organization = {{a.example}},
  date = {2024-03-05},
  url = {https://www.a.example/1?q=50%25&b=%7Bx%7D},
  urldate = {2026-05-01},
  note = {Text retrieved, SHA-256 ${toHash(pageText)}},
}
`);
  });

  it("gives a page the same key in every answer, and another page another one", () => {
    const keys = [
      page,
      { ...page, number: 7, title: "Renamed" },
      { ...page, url: "https://www.a.example/2" },
    ].map((source) => toBibtex([source]).split(",")[0]);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });

  it.each([
    ["a } b { c", "a \\textbraceright{} b \\textbraceleft{} c"],
    ["50% & #1_x $y^2~z", "50\\% \\& \\#1\\_x \\$y\\textasciicircum{}2\\textasciitilde{}z"],
    ["C:\\dir\n@online{evil,", "C:\\textbackslash{}dir @online\\textbraceleft{}evil,"],
    ["六分仪", "六分仪"],
  ])("takes %j for text", (title, written) => {
    expect(toBibtex([{ ...found, title }])).toContain(`title = {{${written}}}`);
  });
});

describe("the name of a file", () => {
  it.each([
    ["六分仪：谁发明的？", "六分仪：谁发明的？.md"],
    ['a/b\\c:"d"\u0000\n?', "a b c d.md"],
    ["../../etc", "etc.md"],
    ["  ", "sextant.md"],
    ["𝒳".repeat(80), `${"𝒳".repeat(60)}.md`],
  ])("of %j is %j", async (title, name) => {
    expect((await write("markdown", { title })).name).toBe(name);
  });
});
