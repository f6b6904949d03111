import { describe, expect, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { createRunLog } from "@/lib/engine/log/run-log";
import { readEvents, toEvents } from "@/tests/support/read-events";

const delta = (text: string, id = "1"): ChatChunk => ({ type: "text-delta", id, delta: text });

describe("createRunLog", () => {
  it("gives a late follower everything, with consecutive deltas joined", async () => {
    const log = createRunLog();
    for (const chunk of [
      { type: "text-start", id: "1" } as const,
      delta("a"),
      delta("b"),
      { type: "text-end", id: "1" } as const,
    ])
      log.push(chunk);
    log.end();
    expect(await readEvents(log.follow())).toEqual([
      { type: "text-start", id: "1" },
      delta("ab"),
      { type: "text-end", id: "1" },
    ]);
  });

  it("gives followers who join at any moment the same text, without gap or repeat", async () => {
    const log = createRunLog();
    const followers: Promise<string>[] = [];
    for (let index = 0; index < 200; index += 1) {
      if (index % 20 === 0) followers.push(readText(log.follow()));
      log.push(delta(`${index} `));
      if (index % 7 === 0) await Promise.resolve();
    }
    log.end();
    const whole = Array.from({ length: 200 }, (_, index) => `${index} `).join("");
    expect(await Promise.all(followers)).toEqual(followers.map(() => whole));
  });

  it("does not join deltas of different parts", () => {
    const log = createRunLog();
    log.push(delta("a", "1"));
    log.push(delta("b", "2"));
    expect(log.chunks()).toHaveLength(2);
  });

  it("replays only the newest progress, and keeps it out of the message's events", async () => {
    const log = createRunLog();
    const progress = (message: string): ChatChunk => ({
      type: "data-progress",
      transient: true,
      data: { stage: "reasoning", status: "started", message },
    });
    log.push(progress("one"));
    log.push(progress("two"));
    log.end();
    expect(log.chunks()).toEqual([]);
    expect(await readEvents(log.follow())).toEqual([progress("two")]);
  });

  it("holds nobody back for a follower that does not read", async () => {
    const log = createRunLog();
    const idle = log.follow();
    for (let index = 0; index < 1_000; index += 1) log.push(delta("x"));
    log.end();
    expect(await readText(log.follow())).toHaveLength(1_000);
    expect(await readText(idle)).toHaveLength(1_000);
  });

  it("takes nothing after its end", () => {
    const log = createRunLog();
    log.end();
    log.push(delta("late"));
    expect(log.chunks()).toEqual([]);
  });
});

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const bytes of stream.pipeThrough(
    new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>,
  ))
    text += bytes;
  return toEvents(text)
    .map((event) => (event.type === "text-delta" ? event.delta : ""))
    .join("");
}
