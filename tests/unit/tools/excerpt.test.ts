import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";
import { toExcerpt, writePassages } from "@/lib/engine/tools/excerpt";

const filler = (name: string) =>
  `# ${name}\n\n${`The sheep of ${name} lie on their meadow in the sun. `.repeat(12)}`;

describe("an excerpt", () => {
  it("is the whole text where it fits", () => {
    expect(toExcerpt("# One\n\nShort.", "anything", 100)).toEqual({
      passages: [{ text: "# One\n\nShort." }],
      isWhole: true,
    });
  });

  it("keeps what answers, also at the end of a text whose passages are dense", () => {
    const dense = (name: string) =>
      `# ${name}\n\n${"登上灯室一共要走一百七十二级台阶，每天上午十点开放。".repeat(6)} The boats of ${name}.`;
    const names = ["Aby", "Bel", "Cor", "Dun", "Eld", "Far"];
    const text = [
      ...names.map(filler),
      ...names.map(dense),
      "# Tower\n\nThe tower has 172 steps and a green lamp.",
    ].join("\n\n");
    const { passages, isWhole } = toExcerpt(text, "How many steps has the tower, and which boats?", 400);
    expect(isWhole).toBe(false);
    expect(passages.at(-1)).toMatchObject({ heading: "Tower", text: expect.stringContaining("172 steps") });
    expect(passages.reduce((sum, passage) => sum + estimateTokenCount(passage.text), 0)).toBeLessThanOrEqual(
      400,
    );
  });

  it("is written with each heading once", () => {
    const passages = [{ heading: "A", text: "1" }, { heading: "A", text: "2" }, { text: "3" }];
    expect(writePassages(passages)).toBe("## A\n1\n\n2\n\n3");
  });
});
