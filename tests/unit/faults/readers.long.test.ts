import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { RunStream } from "@/lib/engine/follow/follow-run";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { readEvents, toEvents } from "@/tests/support/read-events";
import { textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { callTool, expectNothingLost, openFaultyProduct, slowly, type FaultyProduct } from "./faulty-product";
import { createMatrix } from "./matrix";

const matrix = createMatrix("Readers that come and go");
const words = Array.from({ length: 120 }, (_, index) => `word${index} `).join("");
const longAnswer = () => ({
  first: [callTool("calculate", { expression: "6*7" }), slowly(words, { delayMs: 35 })],
});
const none = (): RunStream => new ReadableStream({ start: (controller) => controller.close() });
const follow = async ({ services }: FaultyProduct, after?: string): Promise<RunStream> =>
  (await services.runs.follow("owner", "c1", after === undefined ? {} : { after })) ?? none();

/** Between 0 and 1, the same in each run of the test. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** Reads so many pieces, then leaves. */
async function readSome(stream: RunStream, pieces: number): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let count = 0; count < pieces; count += 1) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}

const shownText = (events: readonly ChatChunk[]): string =>
  events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

/** What was read up to the newest place that the stream named, and that place. */
function splitAtPlace(text: string): { kept: string; after: string | undefined } {
  const line = text.match(/^id: .*$/gm)?.at(-1);
  if (line === undefined) return { kept: "", after: undefined };
  return { kept: text.slice(0, text.lastIndexOf(line)), after: line.slice("id: ".length) };
}

describe.concurrent("readers", () => {
  it("who leave at 20 random places and come back see everything from the first event, without gap or repeat", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, longAnswer());
    const asking = product.ask();
    const random = createRandom(7);
    const seen: string[] = [];
    await product.waitFor(({ type }) => type === "start");
    for (let count = 0; count < 20; count += 1) {
      const events = toEvents(await readSome(await follow(product), 1 + Math.floor(random() * 10)));
      expect(events[0]?.type).toBe("start");
      seen.push(shownText(events));
    }
    const [last, whole] = await Promise.all([readEvents(await follow(product)), asking]);
    matrix.note(
      "20 disconnects, each rejoins from the first event",
      "20 beginnings of the answer, then all of it",
      `${seen.filter((text) => words.startsWith(text)).length} beginnings, then ${textOf(await reduceMessage(last, "r", {})) === whole.text ? "all of it" : "something else"}`,
    );
    expect(seen.filter((text) => !words.startsWith(text))).toEqual([]);
    expect(new Set(seen).size).toBeGreaterThan(10);
    expect((await reduceMessage(last, whole.reply.id, {})).parts).toEqual(whole.reply.parts);
    await expectNothingLost(product, whole);
  });

  it("who leave at 20 random places and go on behind their cursor have every event once", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, longAnswer());
    const asking = product.ask();
    const random = createRandom(11);
    let kept = "";
    let after: string | undefined;
    await product.waitFor(({ type }) => type === "start");
    for (let count = 0; count < 20; count += 1) {
      const part = splitAtPlace(await readSome(await follow(product, after), 1 + Math.floor(random() * 10)));
      kept += part.kept;
      after = part.after ?? after;
    }
    const [rest, whole] = await Promise.all([new Response(await follow(product, after)).text(), asking]);
    const events = toEvents(kept + rest);
    matrix.note(
      "20 disconnects, each goes on behind its cursor",
      "every event once",
      `${events.filter(({ type }) => type === "finish").length} end, ${shownText(events) === words ? "the whole text once" : "another text"}`,
    );
    expect(after).toBeDefined();
    expect(shownText(events)).toBe(words);
    expect((await reduceMessage(events, whole.reply.id, {})).parts).toEqual(whole.reply.parts);
    expect(
      events.filter(({ type }) => type === "start" || type === "finish" || type === "tool-output-available"),
    ).toHaveLength(3);
  });

  it("in two tabs see the same, and one that leaves takes nothing from the other", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, longAnswer());
    const asking = product.ask();
    await product.waitFor(({ type }) => type === "text-delta");
    const [tab, leaving] = [await follow(product), await follow(product)];
    const [events, , whole] = await Promise.all([readEvents(tab), readSome(leaving, 5), asking]);
    const late = await product.services.runs.follow("owner", "c1");
    matrix.note(
      "two tabs, one leaves",
      "the other has it all",
      shownText(events) === words ? "it has it all" : "it has something else",
    );
    expect((await reduceMessage(events, whole.reply.id, {})).parts).toEqual(whole.reply.parts);
    expect(late).toBeNull();
  });

  it("at 1 KB a second do not hold the run back, and get all of it in the end", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [slowly("many words ".repeat(500), { delayMs: 2 })],
    });
    const started = await product.services.runs.start("owner", toQuestion("What is it?"));
    const slow = await openSlowReader(await follow(product), onTestFinished);
    const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
    const readByThen = slow.countRead();
    const slowEvents = toEvents(await slow.readOn());
    matrix.note(
      "a reader at 1 KB/s",
      "the run ends long before it",
      `${readByThen} bytes read at the end of the run, then ${slowEvents.at(-1)?.type === "finish" ? "all of it" : "not all"}`,
    );
    expect(readByThen).toBeLessThan(20_000);
    expect(reply.metadata?.outcome).toBe("completed");
    expect(shownText(slowEvents)).toBe(shownText(events));
    expect(slowEvents.at(-1)).toMatchObject({ type: "finish" });
  });
});

describe("20 readers that are far behind", () => {
  it("hold no copies of what they have not read", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [
        {
          parts: [{ type: "text", chunks: Array.from({ length: 600 }, () => "x".repeat(1_000)) }],
          delayMs: 1,
        },
      ],
      settings: { costBudgetPerRequest: 100 },
      env: { MODEL_MAIN: "google:gemini-2.5-flash" },
    });
    const started = await product.services.runs.start("owner", toQuestion("What is it?"));
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => (await follow(product)).getReader()),
    );
    await Promise.all(readers.map((reader) => reader.read()));
    const reply = await started.reply;
    const before = measureBuffers();
    for (const reader of readers) await reader.read();
    const grownBy = measureBuffers() - before;
    matrix.note(
      "20 readers far behind a reply of 600 KB",
      "less than 4 MB",
      `${Math.round(grownBy / 1_000)} KB`,
    );
    expect(textOf(reply)).toHaveLength(600_000);
    expect(grownBy).toBeLessThan(4_000_000);
    for (const reader of readers) await reader.cancel();
  });
});

/** Bytes that buffers hold, when all that nobody needs is gone. */
function measureBuffers(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().arrayBuffers;
}

/** Reads a stream over a real connection, 1 KB a second, until it is told to read on. */
async function openSlowReader(stream: RunStream, onEnd: (close: () => Promise<void>) => void) {
  const server = createServer(
    (_request, response) => void Readable.from(stream, { objectMode: false }).pipe(response),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const [response] = (await once(
    get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }),
    "response",
  )) as [IncomingMessage];
  let text = "";
  const timer = setInterval(() => void (text += String(response.read(1_000) ?? "")), 1_000);
  onEnd(async () => {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
  });
  return {
    countRead: () => text.length,
    async readOn(): Promise<string> {
      clearInterval(timer);
      for await (const bytes of response) text += String(bytes);
      return text;
    },
  };
}
