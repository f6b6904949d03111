import { describe, expect, it } from "vitest";
import { remarkCitations } from "@/components/markdown/rendered-markdown";

describe("remarkCitations", () => {
  it("turns numbers in brackets into links, several in one bracket as well", () => {
    const tree = { type: "root", children: [{ type: "text", value: "So [1][2] and [3, 4]." }] };
    remarkCitations()(tree);
    expect(tree.children.map((node) => ("url" in node ? node.url : node.value))).toEqual([
      "So ",
      "#source-1",
      "#source-2",
      " and ",
      "#source-3",
      "#source-4",
      ".",
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
