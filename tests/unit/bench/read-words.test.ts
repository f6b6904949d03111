import { describe, expect, it } from "vitest";
import { countTokens, readWords } from "@/tests/bench/read-words";

const toEvents = (...chunks: object[]) =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
/** A stream whose arrivals end anywhere. */
function toResponse(text: string, size: number): Response {
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body);
}
const delta = (text: string) => ({ type: "text-delta", id: "1", delta: text });

describe("reading the words of a reply", () => {
  it.each([1, 7, 1_000])(
    "gives the whole text, whatever the arrivals cut (%i characters each)",
    async (size) => {
      const stream = `${toEvents({ type: "start" }, delta("t0 "), delta("t1 "))}id: 1.1\n\n${toEvents(delta("t2 "))}data: [DONE]\n\n`;
      expect(await readWords(toResponse(stream, size))).toBe("t0 t1 t2 ");
    },
  );

  it("begins anew where the reply does", async () => {
    const stream = toEvents(delta("wrong "), { type: "reset-step" }, delta("right "));
    expect(await readWords(toResponse(stream, 1_000))).toBe("right ");
  });

  it("ends where it is told to", async () => {
    const stream = toEvents(delta("t0 "), delta("t1 "), delta("t2 "));
    expect(await readWords(toResponse(stream, 1), ({ text }) => countTokens(text) === 2)).toBe("t0 t1 ");
  });

  it("says what a server answered that gives no stream", async () => {
    await expect(readWords(new Response("overloaded", { status: 503 }))).rejects.toThrow(
      "No stream: 503 overloaded",
    );
  });
});
