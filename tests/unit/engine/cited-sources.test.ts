import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Citation, CitedSource } from "@/lib/protocol/tool-results";
import {
  addCitations,
  collectEarlierSources,
  toSourceChunks,
  type FoundSources,
} from "@/lib/engine/cited-sources";

const meta = { durationMs: 1, costMicroUsd: 0, version: "1.0", attempts: 1 };
const source = (number: number): CitedSource => ({
  number,
  evidenceId: `r_${number}`,
  url: `https://a.example/${number}`,
  title: `T${number}`,
  site: "a.example",
});
const listed = (number: number): Citation => ({ ...source(number), kind: "listed", snippet: "s" });

function find(...numbers: number[]): FoundSources {
  const found: FoundSources = new Map();
  addCitations(found, numbers.map(listed));
  return found;
}

describe("the cited sources", () => {
  it("may have been recalled only, from a turn that lies far back", () => {
    const found = find(1);
    const old = { evidenceId: "r_old", url: "https://old.example/a", title: "Old", site: "old.example" };
    addCitations(found, [
      { ...old, kind: "recalled", number: 7 },
      { ...old, kind: "recalled", number: 1 },
    ]);
    expect(found.get(7)).toEqual({
      number: 7,
      evidenceId: "r_old",
      url: "https://old.example/a",
      title: "Old",
      site: "old.example",
    });
    expect(found.get(1)?.title).toBe("T1");
  });

  it("are those that the answer names and a tool found, in the order of their numbers", () => {
    const chunks = toSourceChunks("B [3], A [1][3], and C [9].", find(1, 2, 3));
    expect(chunks.map((chunk) => (chunk.type === "source-url" ? chunk.sourceId : ""))).toEqual(["1", "3"]);
    expect(chunks[0]).toMatchObject({
      url: "https://a.example/1",
      title: "T1",
      providerMetadata: { sextant: { number: 1, site: "a.example", evidenceId: "r_1" } },
    });
  });

  it("say which were read, for whoever does not see the call that read them", () => {
    const found = find(1);
    addCitations(found, [{ ...source(2), kind: "read" }]);
    const chunks = toSourceChunks("A [1], B [2].", found);
    expect(chunks.map((chunk) => "providerMetadata" in chunk && chunk.providerMetadata?.["sextant"])).toEqual(
      [
        { number: 1, site: "a.example", evidenceId: "r_1" },
        { number: 2, site: "a.example", evidenceId: "r_2", isRead: true },
      ],
    );
  });

  it("are none without a citation", () => {
    expect(toSourceChunks("Plain.", find(1))).toEqual([]);
  });

  it("stay read, whatever lists them again", () => {
    const found: FoundSources = new Map();
    addCitations(found, [{ ...source(1), kind: "read" }, listed(1)]);
    expect(found.get(1)).toEqual(source(1));
  });

  it("may come from an earlier turn", () => {
    const output = { ok: false as const, kind: "error" as const, message: "m", hint: "h", meta };
    const call = {
      type: "tool-web_search" as const,
      toolCallId: "c",
      state: "output-available" as const,
      input: { query: "q" },
      output,
    };
    const earlier: ChatMessage = { id: "r0", role: "assistant", parts: [call] };
    const found: FoundSources = new Map();
    collectEarlierSources(found, [earlier], (tool, given) =>
      tool === "web_search" && given === output ? [listed(4)] : [],
    );
    expect(toSourceChunks("As said [4].", found)).toHaveLength(1);
  });
});
