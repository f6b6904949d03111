import { describe, expect, it } from "vitest";
import { createThoughtReader, type ThoughtPiece } from "@/lib/models/thought-reader";
import { createCallReader, type CallPiece } from "@/lib/models/text-tools/call-reader";
import { countRight, type Expected, malformedTools, setNames } from "./malformed";

/** Streams an output in pieces of `size` characters and says what it comes to. */
function readStreamed(output: string, size: number): Expected {
  const calls = createCallReader(malformedTools, { isLast: false });
  const pieces = output.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  const thoughts = createThoughtReader(false);
  let hasThought = false;
  const push = (piece: ThoughtPiece): CallPiece[] => {
    hasThought ||= piece.kind === "thought";
    if (piece.kind === "withdraw") return [{ kind: "thought", text: calls.withdraw() }];
    return piece.kind === "text" ? calls.push(piece.text) : [];
  };
  const shown = [
    ...pieces.flatMap((piece) => thoughts.push(piece).flatMap(push)),
    ...thoughts.end(false).flatMap(push),
  ];
  const end = calls.end({ isCut: false, hasThought });
  const read = [...shown, ...end.pieces];
  const made = read.flatMap((piece) => (piece.kind === "call" ? [piece.call] : []));
  if (end.kind === "unreadable") return { unreadable: true };
  if (made.length > 0) return { calls: made };
  return {
    answer: read
      .map((piece) => (piece.kind === "text" ? piece.text : ""))
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
});
