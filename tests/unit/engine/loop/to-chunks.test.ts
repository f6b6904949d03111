import { Readable } from "node:stream";
import { jsonSchema, tool, type TextStreamPart, type ToolSet } from "ai";
import { expect, it } from "vitest";
import { toChunks } from "@/lib/engine/loop/to-chunks";

const tools: ToolSet = { clock: tool({ inputSchema: jsonSchema({ type: "object" }) }) };
const call = { toolCallId: "a", toolName: "clock", input: "{", dynamic: true } as const;
const step = (...parts: TextStreamPart<ToolSet>[]) => Readable.from(parts) as AsyncIterable<(typeof parts)[0]>;
const neverEnded = () => false;

it("tells a call that was refused once, and one that failed as that", async () => {
  const parts = step(
    { type: "tool-call", ...call, invalid: true, error: new Error("secret") },
    { type: "tool-error", ...call, error: new Error("secret") },
    { type: "tool-error", ...call, toolCallId: "b", error: new Error("secret") },
  );
  expect(await Array.fromAsync(toChunks(parts, tools, neverEnded))).toMatchObject([
    { type: "tool-input-error", toolCallId: "a", errorText: "The call failed." },
    { type: "tool-output-error", toolCallId: "b", errorText: "The call failed." },
  ]);
});

it("throws what the call failed with, and nothing where we had ended it", async () => {
  const failed = new Error("429");
  const parts = () => step({ type: "text-start", id: "t" }, { type: "error", error: failed });
  await expect(Array.fromAsync(toChunks(parts(), tools, neverEnded))).rejects.toBe(failed);
  expect(await Array.fromAsync(toChunks(parts(), tools, () => true))).toEqual([
    { type: "text-start", id: "t" },
  ]);
});
