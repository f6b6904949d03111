import { createRecallDetails } from "@/lib/engine/tools/recall-details/recall-details";
import { createWebFetch } from "@/lib/features/web/tools/web-fetch/web-fetch";
import { runOneTool } from "@/tests/support/run-one-tool";
import { askNobody, askNoModel, createToldReader } from "@/tests/support/told-reader";
import { openToolContext } from "@/tests/support/tool-context";
import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";

describe("recall_details", () => {
  const long = Array.from(
    { length: 400 },
    (_empty, index) => `## Part ${index}\n\nWords on subject${index} that fill the page with more words.`,
  ).join("\n\n");

  async function openRead(text: string) {
    const context = await openToolContext();
    const output = await runOneTool(
      createWebFetch({
        readPage: createToldReader({ "https://a.example/": text }),
        ask: askNoModel,
        compare: askNobody,
      }),
      { urls: ["https://a.example/"], query: "x" },
      context,
    );
    return { context, resultId: (output.ok && output.data.pages[0]?.resultId) || "" };
  }

  it("gives a short result whole, fenced as a stranger's text", async () => {
    const { context, resultId } = await openRead("All of it.");
    const output = await runOneTool(createRecallDetails(askNoModel), { resultId }, context);
    expect(output).toMatchObject({
      ok: true,
      data: { resultId, url: "https://a.example/", number: 1, text: "All of it." },
    });
    expect(output.ok && output.text).toMatch(/^<page number="1" [^\n]*>\nAll of it\.\n<\/page>$/);
  });

  it("gives the focused part of a long one within its limit", async () => {
    const { context, resultId } = await openRead(long);
    const output = await runOneTool(
      createRecallDetails(askNoModel),
      { resultId, focus: "subject377" },
      context,
    );
    expect(output.ok && output.data.text).toContain("Words on subject377");
    expect(output.ok && output.data.text.length).toBeLessThan(9_500);
  });

  it("gives the beginning of a long one without focus and says so", async () => {
    const { context, resultId } = await openRead(long);
    const output = await runOneTool(createRecallDetails(askNoModel), { resultId }, context);
    expect(output.ok && output.text).toMatch(/## Part 0\n[\s\S]*give a focus/);
  });

  it("gives short earlier messages whole and long ones what is left, and says how to recall what was found", async () => {
    const answer = Array.from(
      { length: 60 },
      (_empty, index) => `The pier number${index} was built before anybody wrote down when that was.`,
    ).join("\n\n");
    const findEarlier = () =>
      Promise.resolve([
        { seq: 11, role: "user" as const, text: "Which pier is the oldest?", resultIds: [] },
        { seq: 12, role: "assistant" as const, text: answer, resultIds: ["r_ab12cd34"] },
        { seq: 13, role: "user" as const, text: "And the newest?", resultIds: [] },
      ]);
    const output = await runOneTool(
      createRecallDetails(askNoModel),
      { resultId: "earlier", focus: "pier" },
      await openToolContext({ findEarlier }),
    );
    expect(output.ok && output.text).toBe(
      `#11 (the person):\nWhich pier is the oldest?\n\n#12 (your answer):\n${answer}\n(What was found then: r_ab12cd34.)\n\n#13 (the person):\nAnd the newest?`,
    );
    const long = () =>
      Promise.resolve(
        [12, 14].map((seq) => ({ seq, role: "assistant" as const, text: answer.repeat(5), resultIds: [] })),
      );
    const shortened = await runOneTool(
      createRecallDetails(askNoModel),
      { resultId: "earlier", focus: "pier" },
      await openToolContext({ findEarlier: long }),
    );
    expect(shortened.ok && estimateTokenCount(shortened.text)).toBeLessThan(2_100);
  });

  it.each(["r_unknown1", "../c2/evidence/r_1", "constructor"])(
    "says that %j is unknown and names no other id",
    async (unknown) => {
      const { context, resultId } = await openRead("Text.");
      const output = await runOneTool(createRecallDetails(askNoModel), { resultId: unknown }, context);
      expect(output).toMatchObject({ ok: false, kind: "not_found" });
      expect(JSON.stringify(output)).not.toContain(resultId);
    },
  );
});
