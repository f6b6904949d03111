import { describe, expect, it } from "vitest";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { call, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { openInstances, readTold, toAnswer, toCompact, toLastPlace, toWords, type Told } from "./instances";

const emulator = await findSharedEmulator();
const owner = "owner";
const follow = (services: TestServices, after?: string) =>
  services.runs.follow(owner, "c1", after === undefined ? {} : { after });

/** A calculation, then an answer of six seconds. */
const script = ({ turn }: { turn: number }): Reply =>
  turn === 0
    ? call("calculate", { expression: "6*7" })
    : { parts: [{ type: "text", chunks: toWords(60) }], delayMs: 100, usage: { input: 20, output: 60 } };
const answer = toWords(60).join("");

/** How long after the first reader the second one had so many characters of the answer, for each of its pieces. */
function listDelays(here: Told, there: Told): number[] {
  return there.arrivals.flatMap(({ characters, at }, index) => {
    if (characters === 0 || characters === there.arrivals[index - 1]?.characters) return [];
    const began = (there.arrivals[index - 1]?.characters ?? 0) + 1;
    return here.arrivals
      .filter((arrival) => arrival.characters >= began)
      .slice(0, 1)
      .map((arrival) => at - arrival.at);
  });
}

describe.skipIf(emulator === null)("a reply that another instance makes", () => {
  it("is read from the first event, then live, by readers who come at any time, with no gap and no repeat", async () => {
    const { first, second } = await openInstances(emulator, script);
    const started = await first.runs.start(owner, toQuestion("6*7?"));
    const here = readTold(started.stream());
    const early = readTold(await follow(second));
    await readTold(await follow(first), ({ text: seen }) => seen.includes("word20 "));
    const late = readTold(await follow(second));
    const [told, ...others] = await Promise.all([here, early, late]);
    expect(toAnswer(told.text)).toBe(answer);
    for (const other of others) {
      expect(other.text.endsWith("data: [DONE]\n\n")).toBe(true);
      expect(toCompact(other.text)).toEqual(toCompact(told.text));
    }
    // What the late one found was there for a while.
    const delays = [
      ...listDelays(told, others[0] ?? expect.fail()),
      ...listDelays(told, others[1] ?? expect.fail()).slice(1),
    ].toSorted((a, b) => a - b);
    console.info(
      `A reader on another instance was ${delays[Math.floor(delays.length / 2)]} ms behind (median), ${delays.at(-1)} ms at most, over ${delays.length} pieces.`,
    );
    expect(textOf(await started.reply)).toBe(answer);
  });

  it("is gone on with behind the place that a reader had, however often that leaves", async () => {
    const pieces: string[] = [];
    const mayEnd = () => pieces.length >= 5;
    // It is written slowly until the reader has left often enough, however long that takes.
    const { first, second } = await openInstances(emulator, () => ({
      parts: [{ type: "text", chunks: toWords(300) }],
      delayMs: () => (mayEnd() ? 0 : 100),
    }));
    const started = await first.runs.start(owner, toQuestion("Count"));
    const whole = readTold(started.stream());
    let after: string | undefined;
    while (!mayEnd()) {
      const told = await readTold(
        await follow(second, after),
        ({ text: seen }) => toLastPlace(seen) !== undefined,
      );
      after = toLastPlace(told.text) ?? expect.fail("A piece of the stream named no place.");
      pieces.push(told.text.slice(0, told.text.lastIndexOf(`id: ${after}\n\n`)));
    }
    const { text: last } = await readTold(await follow(second, after));
    expect(last.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(toCompact([...pieces, last].join(""))).toEqual(toCompact((await whole).text));
  });

  it("is read whole by who names a place that nobody knows", async () => {
    const { first, second } = await openInstances(emulator, script);
    const started = await first.runs.start(owner, toQuestion("6*7?"));
    const told = await readTold(await follow(second, "9.9"));
    expect(toCompact(told.text)[0]).toMatchObject({ type: "start" });
    expect(toAnswer(told.text)).toBe(textOf(await started.reply));
  });

  it("is stopped from here, by two at once, keeping what there is; after that and after its end a stop does nothing", async () => {
    const { first, second, provider } = await openInstances(emulator, () => ({
      parts: [{ type: "text", chunks: toWords(3) }],
      stallAfter: 3,
    }));
    const started = await first.runs.start(owner, toQuestion("Count"));
    const reader = readTold(await follow(second));
    await readTold(started.stream(), ({ text: seen }) => seen.includes("word1 "));
    const asked = Date.now();
    const stops = [second.runs.stop(owner, "c1"), second.runs.stop(owner, "c1")];
    const { metadata, ...reply } = await started.reply;
    console.info(
      `A stop on another instance: the reply had ended ${(metadata?.endedAt ?? 0) - asked} ms later, whoever asked knew it after ${await Promise.all(stops).then(() => Date.now() - asked)} ms.`,
    );
    expect(metadata).toMatchObject({ outcome: "stopped", reason: "stopped" });
    expect(textOf({ ...reply })).toContain("word1 ");
    expect(toCompact((await reader).text).at(-1)).toMatchObject({
      type: "finish",
      messageMetadata: { outcome: "stopped" },
    });
    await Promise.all([
      second.runs.stop(owner, "c1"),
      first.runs.stop(owner, "c1"),
      second.runs.stop(owner, "nothing"),
    ]);
    const stored = await second.runs.readConversation(owner, "c1", { limit: 10 });
    expect([stored.activeRunId, stored.messages.map(textOf)]).toEqual([
      null,
      ["Count", textOf({ ...reply })],
    ]);
    expect(provider.requests.filter(({ isStream }) => isStream)).toHaveLength(1);
  });

  it("takes the person's words from here at its next step, and none when it is over", async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { first, second, provider } = await openInstances(emulator, async ({ turn, body }) => {
      if (turn === 0 && !JSON.stringify(body).includes("in miles")) {
        await gate;
        return call("calculate", { expression: "6*7" });
      }
      return text("In miles it is 26.");
    });
    const started = await first.runs.start(owner, toQuestion("How far?"));
    // Before that it would be read with the question.
    await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
    await second.runs.steer(owner, "c1", { id: "s1", text: "Say it in miles" });
    await second.runs.steer(owner, "c1", { id: "s1", text: "Say it in miles" });
    const worker = await follow(first);
    letGo();
    const reply = await started.reply;
    expect(textOf(reply)).toBe("In miles it is 26.");
    expect(toolParts(reply)).toHaveLength(1);
    const steps = provider.requests
      .filter(({ isStream }) => isStream)
      .map(({ body }) => JSON.stringify(body["messages"]).split("Say it in miles").length - 1);
    expect(steps).toEqual([0, 1]);
    expect(
      toCompact((await readTold(worker)).text).filter(({ type }) => type === "steering-message"),
    ).toHaveLength(1);
    await expect(second.runs.steer(owner, "c1", { id: "s2", text: "And in feet" })).rejects.toMatchObject({
      code: "not_running",
    });
    await expect(second.runs.steer("other", "c1", { id: "s3", text: "Mine" })).rejects.toMatchObject({
      code: "not_running",
    });
  });

  it("is another person's for none of it: neither read, stopped nor steered", async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { first, second } = await openInstances(emulator, async () => {
      await gate;
      return text("Mine.");
    });
    const started = await first.runs.start(owner, toQuestion("Whose?"));
    expect(await second.runs.follow("other", "c1")).toBeNull();
    await second.runs.stop("other", "c1");
    await expect(second.runs.steer("other", "c1", { id: "s1", text: "Mine" })).rejects.toMatchObject({
      code: "not_running",
    });
    letGo();
    expect((await started.reply).metadata).toMatchObject({ outcome: "completed" });
  });
});
