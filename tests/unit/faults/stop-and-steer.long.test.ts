import { describe, it } from "vitest";
import { z } from "zod";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import {
  callTool,
  expectGoesOn,
  expectNothingLost,
  first,
  openFaultyProduct,
  say,
  second,
  slowly,
  type FaultOptions,
  type FaultyProduct,
  type Seen,
} from "./faulty-product";
import { createMatrix } from "./matrix";

const matrix = createMatrix("Stop and steering at every stage");

/** Asks, and acts when the stream shows what is waited for. */
async function askAnd(
  product: FaultyProduct,
  shows: (chunk: ChatChunk) => boolean,
  act: () => Promise<unknown>,
): Promise<Seen> {
  const asking = product.ask();
  await product.waitFor(shows);
  await act();
  return asking;
}

const isText = (words: string) => (chunk: ChatChunk) =>
  chunk.type === "text-delta" && chunk.delta.includes(words);
const isCall = (chunk: ChatChunk) => chunk.type === "tool-input-available";
const isBegun = (chunk: ChatChunk) => chunk.type === "data-progress";
const never: Reply = slowly("No", { stallAfter: 0 });
const stalled: Reply = slowly("One two three", { stallAfter: 2 });

/** A tool that runs until it is stopped, or the test lets it end. */
function registerWait({ services }: FaultyProduct): { calls: string[]; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls: string[] = [];
  services.tools.register({
    ...{ name: "wait", description: "Waits.", inputSchema: z.object({}), effect: "none" as const },
    async execute(_input, { signal }) {
      calls.push("begun");
      await Promise.race([
        promise,
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("stopped"))),
        ),
      ]);
      return { text: "Waited.", summary: "Waited." };
    },
  });
  return { calls, end: resolve };
}

type StopRow = FaultOptions & { stage: string; shows: (chunk: ChatChunk) => boolean; text: string };

const stopRows: StopRow[] = [
  { stage: "while the model has not begun to answer", first: [never], shows: isBegun, text: "" },
  { stage: "between two attempts", first: [{ status: 503 }], shows: isBegun, text: "" },
  { stage: "in the middle of the text", first: [stalled], shows: isText("two"), text: "One two " },
  { stage: "while a tool runs", first: [callTool("wait", {})], shows: isCall, text: "" },
  {
    stage: "in the second step",
    first: [callTool("calculate", { expression: "1+1" }), stalled],
    shows: isText("two"),
    text: "One two ",
  },
  {
    stage: "while a step that broke off is begun again",
    first: [slowly("Uno dos", { cutAfter: 1 }), never],
    shows: ({ type }) => type === "reset-step",
    text: "",
  },
];

describe.concurrent("a stop", () => {
  it.for(stopRows)(
    "$stage keeps what there is, costs what it cost, and lets the reply go on later",
    async ({ stage, shows, text, ...options }, { expect, onTestFinished }) => {
      const product = await openFaultyProduct(onTestFinished, options);
      registerWait(product);
      const seen = await askAnd(product, shows, () => product.services.runs.stop("owner", "c1"));
      matrix.note(`stop ${stage}`, `stopped, “${text}”`, `${seen.reply.metadata?.outcome}, “${seen.text}”`);
      expect(seen).toMatchObject({
        text,
        reply: { metadata: { outcome: "stopped", reason: "stopped", usage: { estimated: true } } },
      });
      await expectNothingLost(product, seen);
      await expectGoesOn(product, seen);
    },
  );

  it("twice at once, and again after the end, is one stop", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, { first: [stalled] });
    const stop = () => product.services.runs.stop("owner", "c1");
    const seen = await askAnd(product, isText("two"), () => Promise.all([stop(), stop()]));
    await stop();
    matrix.note(
      "two stops, and one after the end",
      "stopped, “One two ”",
      `${seen.reply.metadata?.outcome}, “${seen.text}”`,
    );
    expect(seen).toMatchObject({ text: "One two ", reply: { metadata: { outcome: "stopped" } } });
    await expectNothingLost(product, seen);
  });

  it("after the end of a whole answer leaves it whole", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, { first: [say("Whole.")] });
    const seen = await product.ask();
    await product.services.runs.stop("owner", "c1");
    matrix.note(
      "stop after the end",
      "completed, “Whole.”",
      `${seen.reply.metadata?.outcome}, “${seen.text}”`,
    );
    expect(seen.reply.metadata?.outcome).toBe("completed");
    await expectNothingLost(product, seen);
  });
});

describe.concurrent("words for the running reply", () => {
  const steer = ({ services }: FaultyProduct, id = "s1") =>
    services.runs.steer("owner", "c1", { id, text: "In French, please." });
  const steersOf = ({ reply }: Seen) =>
    reply.parts.flatMap((part) => (part.type === "steering-message" ? [part.id] : []));

  it("while a tool runs are read by the next step, once, and stand in the reply", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, { first: [callTool("wait", {}), say("Oui.")] });
    const tool = registerWait(product);
    const seen = await askAnd(product, isCall, async () => {
      await Promise.all([steer(product), steer(product)]);
      tool.end();
    });
    matrix.note(
      "steer while a tool runs",
      "completed, read once",
      `${seen.reply.metadata?.outcome}, read ${steersOf(seen).length} times`,
    );
    expect([seen.text, steersOf(seen)]).toEqual(["Oui.", ["s1"]]);
    expect(
      product
        .prompts()
        .at(-1)
        ?.match(/In French, please/g),
    ).toHaveLength(1);
    await expectNothingLost(product, seen);
  });

  it("in the middle of the answer are answered before the reply ends", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [slowly("It is two. ", { delayMs: 300 }), say("C'est deux.")],
    });
    const seen = await askAnd(product, isText("It"), () => steer(product));
    matrix.note(
      "steer in the middle of the answer",
      "completed, both texts",
      `${seen.reply.metadata?.outcome}, “${seen.text}”`,
    );
    expect([seen.text, steersOf(seen)]).toEqual(["It is two. C'est deux.", ["s1"]]);
    await expectNothingLost(product, seen);
  });

  it("in a step that then breaks off are not lost: the step is begun again, and they are read", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [slowly("It is two. ", { cutAfter: 2, delayMs: 300 })],
      second: [say("It is two. "), say("C'est deux.")],
    });
    const seen = await askAnd(product, isText("It"), () => steer(product));
    matrix.note(
      "steer in a step that breaks off",
      "completed, read once",
      `${seen.reply.metadata?.outcome}, “${seen.text}”, read ${steersOf(seen).length} times`,
    );
    expect(steersOf(seen)).toEqual(["s1"]);
    expect(product.prompts().at(-1)).toContain("In French, please");
    expect(seen.reply.metadata).toMatchObject({ outcome: "completed", model: second });
    await expectNothingLost(product, seen);
  });

  it("after the end are refused, so that they can be sent as a message", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, { first: [say("Whole.")] });
    await product.ask();
    await expect(steer(product)).rejects.toMatchObject({ code: "not_running", status: 409 });
    matrix.note("steer after the end", "409 not_running", "409 not_running");
  });
});

describe.concurrent("a reply whose process has died", () => {
  const nothing: ChatMessage = { id: "", role: "assistant", parts: [] };
  const calculated = callTool("calculate", { expression: "6*7" });

  /** The reply in another process, as it was when the first one stood in the second step. */
  async function openSurvivor(onEnd: (close: () => Promise<void>) => void, third: Reply) {
    const product = await openFaultyProduct(onEnd, { first: [calculated, stalled, third] });
    await product.services.runs.start("owner", toQuestion("What is it?"));
    await product.waitFor(isText("two"));
    const copy = await product.openCopy(onEnd);
    const readReply = async () => {
      const { messages, activeRunId } = await copy.runs.readConversation("owner", "c1", { limit: 10 });
      return { reply: messages.at(-1) ?? nothing, activeRunId };
    };
    return { product, copy, readReply };
  }

  it("is ended by a stop that comes before anybody has taken it over, with what its log has", async ({
    expect,
    onTestFinished,
  }) => {
    const { copy, readReply } = await openSurvivor(onTestFinished, never);
    await copy.runs.stop("owner", "c1");
    const { reply, activeRunId } = await readReply();
    matrix.note(
      "stop before it is taken over",
      "stopped, the tool's result kept",
      `${reply.metadata?.outcome}, ${toolParts(reply).length} result`,
    );
    expect([activeRunId, reply.metadata?.outcome, reply.metadata?.model]).toEqual([null, "stopped", first]);
    expect(toolParts(reply)).toMatchObject([{ output: { ok: true } }]);
  });

  it("is ended by a stop while it is taken over, and by a second one", async ({ expect, onTestFinished }) => {
    const { product, copy, readReply } = await openSurvivor(
      onTestFinished,
      slowly("Uno dos tres", { stallAfter: 2 }),
    );
    await copy.runs.sweep();
    await product.waitFor(isText("dos"), copy);
    await Promise.all([copy.runs.stop("owner", "c1"), copy.runs.stop("owner", "c1")]);
    const { reply, activeRunId } = await readReply();
    matrix.note(
      "two stops while it is taken over",
      "stopped, “Uno dos ”",
      `${reply.metadata?.outcome}, “${textOf(reply)}”`,
    );
    expect([activeRunId, reply.metadata?.outcome, textOf(reply)]).toEqual([null, "stopped", "Uno dos "]);
  });

  it("reads words that came before anybody had taken it over", async ({ expect, onTestFinished }) => {
    const { product, copy, readReply } = await openSurvivor(onTestFinished, say("C'est 42."));
    await copy.runs.steer("owner", "c1", { id: "s1", text: "In French, please." });
    await copy.runs.sweep();
    await copy.runs.untilIdle("owner", "c1");
    const { reply } = await readReply();
    matrix.note(
      "steer before it is taken over",
      "completed, read",
      `${reply.metadata?.outcome}, “${textOf(reply)}”`,
    );
    expect([reply.metadata?.outcome, textOf(reply)]).toEqual(["completed", "C'est 42."]);
    expect(product.prompts().at(-1)).toContain("In French, please");
    expect(reply.parts.filter(({ type }) => type === "steering-message")).toHaveLength(1);
  });
});
