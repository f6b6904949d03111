import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { type PartRewriter, rewriteParts } from "@/lib/models/rewrite-parts";

type Part = LanguageModelV4StreamPart;

const toText = (delta: string): Part => ({ type: "text-delta", id: "1", delta });
const toWords = (parts: Part[]): string[] =>
  parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));

/** A source that counts what was taken, and hears whether it was left. */
function open(words: string[]) {
  const state = { taken: 0, left: undefined as unknown };
  const source = new ReadableStream<Part>(
    {
      pull(controller) {
        const word = words[state.taken];
        if (word === undefined) return controller.close();
        state.taken += 1;
        controller.enqueue(toText(word));
      },
      cancel: (reason) => void (state.left = reason),
    },
    { highWaterMark: 0 },
  );
  return { source, state };
}

/** Writes each word with its mark, keeps back the words that begin with it, and ends with it. */
const mark = (sign: string): PartRewriter => ({
  read: (part) =>
    part.type === "text-delta" && !part.delta.startsWith(sign) ? [toText(`${part.delta}${sign}`)] : [],
  end: () => [toText(`end${sign}`)],
});

it("rewrites what was rewritten, the end of the first by the second too", async () => {
  const { source } = open(["a", "+b", "c"]);
  const parts = await Array.fromAsync(rewriteParts(rewriteParts(source, mark("+")), mark("-")));
  expect(toWords(parts)).toEqual(["a+-", "c+-", "end+-", "end-"]);
});

it("goes on behind what somebody else has read of it", async () => {
  const first = rewriteParts(open(["a", "b"]).source, mark("+"));
  const reader = first.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  const parts = await Array.fromAsync(rewriteParts(first, mark("-")));
  expect([value, ...toWords(parts)]).toEqual([toText("a+"), "b+-", "end+-", "end-"]);
});

it("takes nothing before it is asked for, and tells the source when it is left unread", async () => {
  const { source, state } = open(["a", "b"]);
  const rewritten = rewriteParts(rewriteParts(source, mark("+")), mark("-"));
  expect(state.taken).toBe(0);
  await rewritten.cancel("left");
  expect(state).toEqual({ taken: 0, left: "left" });
});
