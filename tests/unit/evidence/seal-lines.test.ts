import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import evidence from "@/messages/en/evidence.json";
import { exportAnswer } from "@/lib/features/evidence/export/export-answer";
import type { AnswerEvidence } from "@/lib/features/evidence/shape/answer-evidence";
import type { Snapshot } from "@/lib/features/sharing/shape";
import { exportConversation } from "@/lib/features/sharing/export-conversation";
import { fileWords } from "@/tests/support/file-words";

const source = { number: 3, url: "https://a.example/page", title: "The page", site: "a.example" };
const claim = (mark: number, verdict: "supported" | "differs") => ({
  ...{ part: 0, start: 0, end: 1, marks: [mark], sentence: "So.", verdict, decidedBy: "rules" as const },
  sources: [{ number: 3, evidenceId: "e1", verdict, problems: [], passage: null }],
});
const answer: AnswerEvidence = {
  ...{ conversationId: "c1", messageId: "m1", title: "Talk", question: "Is it?" },
  answer: "It is so. [3] It was so. [3]",
  pairs: [
    { key: "0.0", numbers: [3] },
    { key: "0.1", numbers: [3] },
  ],
  sources: [{ ...source, evidenceId: null, contentHash: null, text: null, quotes: [] }],
  claims: { claims: [claim(0, "supported"), claim(1, "differs")], pending: 0, checkedAt: 1 },
};
const snapshot: Snapshot = {
  ...{ title: "Talk", takenAt: 1 },
  turns: [
    { role: "user", text: "Is it?", sources: [] },
    {
      ...{ role: "assistant", text: "It is so. [1] It was so. [1]" },
      ...{ marks: [{ 1: "supported" }, { 1: "differs" }], sources: [{ ...source, number: 1 }] },
    },
  ],
};

const formats = ["markdown", "html", "docx"] as const;
/** The words of a Word file stand in several pieces, its addresses beside them. */
const read = ({ content }: { content: string | Uint8Array }): string => {
  if (typeof content === "string") return content;
  const parts = unzipSync(content);
  const text = ["word/document.xml", "word/_rels/document.xml.rels"].map((name) =>
    strFromU8(parts[name] ?? new Uint8Array()),
  );
  return text
    .join("")
    .replace(/<w:bookmark[^>]*>|<\/?w:(?:r|t|rPr|hyperlink)\b[^>]*>|<w:(?:rStyle|vertAlign)[^>]*>/g, "");
};
const files = [
  ...formats.map((format) => ({
    name: `an answer as ${format}`,
    write: async () =>
      read(await exportAnswer(answer, { format, words: { ...evidence.file, ...fileWords } })),
  })),
  ...formats.map((format) => ({
    name: `a conversation as ${format}`,
    write: async () => read(await exportConversation(snapshot, { format, whole: null, words: fileWords })),
  })),
];

describe("what leaves the product", () => {
  it.each(formats)(
    "counts a statement with two numbers side by side as two, not four: %s",
    async (format) => {
      const two = { ...claim(0, "supported"), marks: [0, 1] };
      const other = { ...source, number: 4, url: "https://b.example/page" };
      const both: AnswerEvidence = {
        ...answer,
        answer: "It is so. [3][4]",
        pairs: [
          { key: "0.0", numbers: [3] },
          { key: "0.1", numbers: [4] },
        ],
        sources: [
          ...answer.sources,
          { ...other, evidenceId: null, contentHash: null, text: null, quotes: [] },
        ],
        claims: {
          claims: [
            { ...two, sources: [...two.sources, ...two.sources.map((one) => ({ ...one, number: 4 }))] },
          ],
          ...{ pending: 0, checkedAt: 1 },
        },
      };
      const text = read(await exportAnswer(both, { format, words: { ...evidence.file, ...fileWords } }));
      expect(text).toContain("All 2 statements are supported.");
    },
  );

  it.each(files)("carries sentence, signs, sources and legend: $name", async ({ write }) => {
    const text = await write();
    expect(text).toContain("1 of 2 statements is supported. One differs.");
    expect(text).toContain("It is so. [1 ✓] It was so. [1 ≠]");
    expect(text).toContain("https://a.example/page");
    expect(text).toContain("✓ The source says this · ≠ Differs from the source");
  });
});
