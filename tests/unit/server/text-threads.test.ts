import { describe, expect, it } from "vitest";
import { textThreads } from "@/lib/features/text-threads";
import { fileWords } from "@/tests/support/file-words";

const sentences = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}${index} is.`).join(" ");

describe("the threads for texts", () => {
  it("compare two answers that have nothing in common, while this thread does other things", async () => {
    const [before, after] = ["A", "B"].map((kind) => ({ answer: sentences(kind, 6_000), sources: [] }));
    if (before === undefined || after === undefined) throw new Error("There are two.");
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const found = await textThreads.compareAnswers("ada", before, after);
    clearInterval(timer);
    expect(found.sentences).toHaveLength(6_000);
    expect(found.same).toBe(0);
    expect(turns).toBeGreaterThan(5);
  });

  it("write a file, and tell what is wrong with one as it was told there", async () => {
    const turn = { role: "assistant" as const, text: "It is **so**.", sources: [] };
    const words = fileWords;
    const snapshot = { title: "Talk", takenAt: 0, turns: [turn] };
    const file = await textThreads.exportConversation("ada", snapshot, {
      format: "html",
      whole: null,
      words,
    });
    expect(file.content).toContain("<strong>so</strong>");
    const broken = { ...snapshot, title: null as unknown as string };
    await expect(
      textThreads.exportConversation("ada", broken, { format: "html", whole: null, words }),
    ).rejects.toMatchObject({ code: "internal" });
  });
});
