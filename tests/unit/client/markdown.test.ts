import { describe, expect, it } from "vitest";
import { writeMarkKeys } from "@/lib/client/message/cited-marks";
import { remarkCitations } from "@/components/markdown/rendered-markdown";

describe("remarkCitations", () => {
  it("marks the numbers that are signed, several in one bracket as well, and keeps what was written", () => {
    const value = writeMarkKeys("So [1] and [3, 4], x[1] = 5.", ["0.0", "0.1"]);
    const tree = { type: "root", children: [{ type: "text", value }] };
    remarkCitations()(tree);
    const toCitation = (dataNumbers: string, dataMark: string) => ({
      type: "citation",
      data: { hName: "cite", hProperties: { dataNumbers, dataMark, dataStop: "" } },
      children: [{ type: "text", value: ` [${dataNumbers}]` }],
    });
    expect(tree.children).toEqual([
      { type: "text", value: "So" },
      toCitation("1", "0.0"),
      { type: "text", value: " and" },
      toCitation("3, 4", "0.1"),
      { type: "text", value: ", x[1] = 5." },
    ]);
  });

  it("leaves links and code as they are", () => {
    const tree = {
      type: "root",
      children: [
        { type: "link", children: [{ type: "text", value: "[1]" }] },
        { type: "inlineCode", value: "a[0]" },
      ],
    };
    const before = structuredClone(tree);
    remarkCitations()(tree);
    expect(tree).toEqual(before);
  });
});
