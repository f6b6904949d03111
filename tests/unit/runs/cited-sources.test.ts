import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { CitedSource } from "@/lib/protocol/tool-results";
import {
  collectEarlierSources,
  collectRecalled,
  collectSources,
  toSourceChunks,
  type FoundSources,
} from "@/lib/runs/state/cited-sources";

const meta = { durationMs: 1, costMicroUsd: 0, tokens: 0, version: "1.0", attempts: 1 };
const source = (number: number): CitedSource => ({
  number,
  evidenceId: `r_${number}`,
  url: `https://a.example/${number}`,
  title: `T${number}`,
  site: "a.example",
});
const toSearch = (...numbers: number[]) => ({
  ...{ ok: true as const, text: "found", summary: { key: "foundResults" as const, values: {} }, meta },
  data: {
    engine: "wiki",
    results: numbers.map((number) => ({ ...source(number), snippet: "s" })),
    notes: [],
  },
});

function find(...numbers: number[]): FoundSources {
  const found: FoundSources = new Map();
  collectSources(found, toSearch(...numbers));
  return found;
}

describe("the cited sources", () => {
  it("may have been recalled only, from a turn that lies far back", () => {
    const found = find(1);
    const recalled = (number: number) => ({
      ok: true as const,
      text: "t",
      summary: { key: "recalled" as const, values: {} },
      meta,
      data: { resultId: "r_old", url: "https://old.example/a", title: "Old", text: "t", number },
    });
    collectRecalled(found, recalled(7));
    collectRecalled(found, recalled(1));
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

  it("are none without a citation, or after a failure", () => {
    expect(toSourceChunks("Plain.", find(1))).toEqual([]);
    const found: FoundSources = new Map();
    collectSources(found, { ok: false, kind: "timeout", message: "m", hint: "h", meta });
    expect(toSourceChunks("[1]", found)).toEqual([]);
  });

  it("may come from an earlier turn", () => {
    const call = {
      type: "tool-web_search" as const,
      toolCallId: "c",
      state: "output-available" as const,
      input: { query: "q" },
      output: toSearch(4),
    };
    const earlier: ChatMessage = { id: "r0", role: "assistant", parts: [call] };
    const found: FoundSources = new Map();
    collectEarlierSources(found, [earlier]);
    expect(toSourceChunks("As said [4].", found)).toHaveLength(1);
  });
});
