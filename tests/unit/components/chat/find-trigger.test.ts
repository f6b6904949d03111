import { describe, expect, it } from "vitest";
import { findTrigger } from "@/components/chat/suggestions/find-trigger";

const find = (written: string) => {
  const caret = written.indexOf("|");
  return findTrigger(written.replace("|", ""), caret);
};

describe("what is written in the composer", () => {
  it("asks for prompts with a slash at its very beginning, up to the first space", () => {
    expect(find("/pla|n for today")).toEqual({ kind: "prompt", query: "pla", from: 0, to: 4 });
    expect(find("/|")).toMatchObject({ kind: "prompt", query: "" });
    expect([find("/plan |"), find(" /plan|"), find("and/or|"), find("|/plan")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("asks for what can be mentioned with an at sign that begins a word", () => {
    expect(find("Ask @Cle|rk")).toEqual({ kind: "mention", query: "Cle", from: 4, to: 8 });
    expect(find("@|")).toMatchObject({ kind: "mention", query: "", from: 0 });
    expect(find("问@资料|")).toMatchObject({ kind: "mention", query: "资料", from: 1 });
    expect(find("(@a|")).toMatchObject({ kind: "mention", query: "a" });
  });

  it("asks for nothing in an address of a mailbox, behind a space or far behind the sign", () => {
    expect([find("me@example|"), find("a.b+c@x|"), find("@Clerk said|")]).toEqual([null, null, null]);
    expect(find(`@${"x".repeat(80)}|`)).toBeNull();
  });
});
