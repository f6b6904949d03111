import { describe, expect, it } from "vitest";
import { createThoughtReader, type Piece } from "@/lib/models/thought-reader";
import { createActionStream } from "@/lib/models/text-tools/action-stream";
import { countRight, type Expected, malformedTools, setNames } from "./malformed";

/** Streams an output in pieces of `size` characters and says what the parts come to. */
function readStreamed(output: string, size: number): Expected {
  const stream = createActionStream(malformedTools, () => "id");
  const pieces = output.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  const thoughts = createThoughtReader(false);
  let hasThought = false;
  const push = (piece: Piece) => {
    hasThought ||= piece.kind === "thought";
    if (piece.kind === "withdraw") return stream.withdraw();
    return piece.kind === "text" ? stream.push(piece.text) : [];
  };
  const shown = [
    ...pieces.flatMap((piece) => thoughts.push(piece).flatMap(push)),
    ...thoughts.end(false).flatMap(push),
  ];
  const end = stream.end(false, hasThought);
  const parts = [...shown, ...end.parts];
  const calls = parts.flatMap((part) =>
    part.type === "tool-call" ? [{ tool: part.toolName, input: JSON.parse(part.input) }] : [],
  );
  if (end.kind === "unreadable") return { unreadable: true };
  if (calls.length > 0) return { calls };
  return {
    answer: parts
      .map((part) => (part.type === "text-delta" ? part.delta : ""))
      .join("")
      .trim(),
  };
}

describe("malformed outputs that stream", () => {
  it.each([1, 3, 11, 1000])("in pieces of %i are read as intended in at least 95 of 100", (size) => {
    const counts = setNames.map((set) => countRight(set, (output) => readStreamed(output, size)));
    const right = counts.reduce((sum, count) => sum + count.right, 0);
    const all = counts.reduce((sum, count) => sum + count.all, 0);
    console.info(`malformed outputs streamed in pieces of ${size}: ${right} of ${all}`);
    expect(right / all).toBeGreaterThanOrEqual(0.95);
  });

  it("opens and closes each part once, in order", () => {
    const stream = createActionStream(malformedTools, () => "id");
    const output =
      'Cats purr.\n```json\n{"thinking":"more","action":"tool","tool_calls":[{"tool":"web_search","parameters":{"query":"cats"}}]}\n```';
    const parts = [...stream.push(output), ...stream.end(false).parts].filter(
      ({ type }) => type !== "ping" && !type.endsWith("-delta"),
    );
    expect(parts.map(({ type }) => type)).toEqual([
      "text-start",
      "text-end",
      "reasoning-start",
      "reasoning-end",
      "tool-input-start",
      "tool-input-end",
      "tool-call",
    ]);
  });
});
