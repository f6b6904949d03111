import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toTurn } from "@/lib/features/sharing/snapshot";

describe("what the check found of a shared answer", () => {
  const source = (number: number, verdict: "quoted" | "differs") => ({
    ...{ number, evidenceId: `e${number}`, verdict, problems: [], passage: null },
  });
  const claim = (part: number, sources: ReturnType<typeof source>[]) => ({
    ...{ part, start: 0, end: 9, marks: [0], sentence: "A secret passage.", verdict: "quoted" as const },
    ...{ sources, decidedBy: "rules" as const },
  });
  const checked = { pending: 0, checkedAt: 1 };
  const answer: ChatMessage = {
    id: "a1",
    role: "assistant",
    parts: [
      { type: "text", text: "The mast has eleven metres [4][9]." },
      { type: "text", text: "The keel has two [9]." },
      { type: "source-url", sourceId: "9", url: "https://a.example/keel", title: "Keels" },
      {
        type: "data-claims",
        data: { claims: [claim(0, [source(4, "quoted")]), claim(1, [source(9, "differs")])], ...checked },
      },
    ],
  };

  it("is told at each number, also of a document that is not shared, and no word of the source is", () => {
    const turn = toTurn(answer);
    expect(turn.text).toBe("The mast has eleven metres [1][2].\n\nThe keel has two [2].");
    expect(turn.marks).toEqual([{ 1: "quoted" }, {}, { 2: "differs" }]);
    expect(turn.sources.map(({ number, title }) => [number, title])).toEqual([[2, "Keels"]]);
    expect(JSON.stringify(turn)).not.toContain("secret passage");
  });

  it("counts each number once where a statement has two pairs of brackets side by side", () => {
    const both = { ...claim(0, [source(4, "quoted"), source(9, "differs")]), marks: [0, 1] };
    const parts: ChatMessage["parts"] = [
      ...answer.parts.slice(0, 1),
      { type: "data-claims", data: { claims: [both], ...checked } },
    ];
    expect(toTurn({ ...answer, parts }).marks).toEqual([{ 1: "quoted" }, { 2: "differs" }]);
  });

  it("is left out of an answer that was not checked", () => {
    const parts = answer.parts.filter(({ type }) => type !== "data-claims");
    expect(toTurn({ ...answer, parts })).not.toHaveProperty("marks");
  });
});
