import { describe, expect, it } from "vitest";
import { readEntries, toBody, toEntries, type RunEntry } from "@/lib/engine/log/entries";

const text: RunEntry = { type: "text-delta", id: "1", delta: "Hi" };

describe("the entries of a log", () => {
  it.each([
    ["an event of an unknown kind", '{"type":"data-future","data":{}}'],
    ["a mark of an unknown kind", '{"mark":"future"}'],
    ["an event that misses what its kind needs", '{"type":"text-delta","id":"1"}'],
    ["a mark that misses what its kind needs", '{"mark":"end","outcome":"splendid"}'],
    ["half a line", '{"type":"text-de'],
  ])("are read up to %s, which is a fault of the log", (_, line) => {
    const body = `${toBody([text])}\n${line}\n${toBody([text])}`;
    expect(readEntries([{ body }])).toMatchObject({ entries: [text], fault: { code: "store_invalid" } });
    expect(() => toEntries({ body })).toThrow(expect.objectContaining({ code: "store_invalid" }));
  });

  it("are read whole where everything is known, batch after batch", () => {
    const end: RunEntry = { mark: "end", outcome: "limited", reason: "time" };
    const intent: RunEntry = { mark: "intent", callId: "c1", tool: "memory_save", input: { facts: ["a"] } };
    const batches = [{ body: toBody([text, intent]) }, { body: "" }, { body: toBody([end]) }];
    expect(readEntries(batches)).toEqual({ entries: [text, intent, end], fault: null });
  });
});
