import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "vitest";
import { z } from "zod";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import type { Reply } from "@/tests/support/wire/reply";
import {
  callTool,
  expectNothingLost,
  openFaultyProduct,
  say,
  slowly,
  type FaultOptions,
  type Seen,
} from "./faulty-product";
import { createMatrix } from "./matrix";
import { createStoreSwitch, type Call } from "./switched-store";

const matrix = createMatrix("A storage that goes away");
/** As long as the store is away where the wait allows it. */
const awayMs = 5_000;
const isLog = ({ paths }: Call) => paths.some((path) => /^running\/[^/]+\/log/.test(path));
/** Saving the reply: the only transaction that writes a message of the conversation together with the run's record. */
const isEnd = ({ name, paths }: Call) =>
  name === "transaction" && paths.some((path) => path.includes("/runs/"));
const isBegin = ({ name, paths }: Call) =>
  name === "transaction" &&
  paths.some((path) => path.startsWith("running/")) &&
  paths.some((path) => path.includes("/messages/"));

async function openSwitched(onEnd: (close: () => Promise<void>) => void, options: FaultOptions) {
  const store = createStoreSwitch();
  const product = await openFaultyProduct(onEnd, { ...options, wrapStore: store.wrap });
  return { store, product };
}

/** A model that says when it is asked, and answers when it is let. */
function createGate(reply: Reply) {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const answer = async (): Promise<Reply> => {
    asked.resolve();
    await gate.promise;
    return reply;
  };
  return { answer, asked: asked.promise, open: gate.resolve };
}

function note(fault: string, expected: string, { reply, text }: Seen): void {
  matrix.note(fault, expected, `${reply.metadata?.outcome}, “${text}”`);
}

// Five run beside each other, so those that wait longest come first.
describe.concurrent("a storage that is away", () => {
  it("at the end, for longer than the process tries: the person has the answer and is told, and the next look saves it", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    store.cut((call) => isEnd(call) || isLog(call));
    const seen = await product.ask();
    note(
      "at the end, for longer than it is tried",
      "interrupted, “Here.”; then completed at the next look",
      seen,
    );
    expect(seen).toMatchObject({
      text: "Here.",
      reply: {
        metadata: { outcome: "interrupted", error: expect.stringContaining("could not be saved") as string },
      },
    });
    store.restore();
    await product.services.runs.sweep();
    await product.services.runs.untilIdle("owner", "c1");
    const { messages, activeRunId } = await product.services.runs.readConversation("owner", "c1", {
      limit: 10,
    });
    expect([messages.map(textOf), activeRunId]).toEqual([["What is it?", "Here."], null]);
    expect(messages.at(-1)?.metadata?.outcome).toBe("completed");
    const { used } = await product.services.quotas.read("owner");
    expect(used.microUsdToday).toBe(messages.at(-1)?.metadata?.costMicroUsd);
  });

  it("at a call that changes something, for longer than it waits: the call is not made, and the model is told", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, {
      first: [callTool("post", {}), say("Not posted.")],
    });
    const posts = registerPost(product);
    store.cut(isLog);
    const seen = await product.ask();
    store.restore();
    note("at a call with side effects, too long", "completed, “Not posted.”, not made", seen);
    expect(posts).toEqual([]);
    expect(toolParts(seen.reply)).toMatchObject([{ output: { ok: false, kind: "unavailable" } }]);
    expect(seen.text).toBe("Not posted.");
    await expectNothingLost(product, seen);
  });

  it("when a message is sent refuses it, asks no model, and takes it when it is back", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    await product.services.settings.get();
    store.cut();
    await expect(product.ask()).rejects.toMatchObject({ code: "store_unavailable", status: 503 });
    expect(product.provider.requests).toHaveLength(0);
    store.restore();
    const seen = await product.ask();
    note("at the beginning", "refused with 503; sent again: completed, “Here.”", seen);
    expect(seen.text).toBe("Here.");
    await expectNothingLost(product, seen);
  });

  it("when it has taken the message, but nobody heard so: the same message sent again is one run", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    store.cut(isBegin, "after");
    await expect(product.ask()).rejects.toMatchObject({ code: "store_unavailable" });
    store.restore();
    const seen = await product.ask();
    note("at the beginning, saved but not heard", "refused; sent again: completed, “Here.”, one call", seen);
    expect(seen).toMatchObject({
      text: "Here.",
      calls: "1/0",
      reply: { metadata: { outcome: "completed" } },
    });
    await expectNothingLost(product, seen);
  });

  it("before the model is asked, and back after 5 s: the reply is made", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    const isHistory = ({ name, paths }: Call) =>
      name === "list" && paths.some((path) => path.endsWith("/messages"));
    store.cut(isHistory);
    const asking = product.ask();
    await sleep(awayMs);
    store.restore();
    const seen = await asking;
    note("before the model is asked, for 5 s", "completed, “Here.”", seen);
    expect(seen).toMatchObject({ text: "Here.", reply: { metadata: { outcome: "completed" } } });
    await expectNothingLost(product, seen);
  });

  it("from the first word on, and back after 5 s: the reader misses nothing, and the reply is saved", async ({
    expect,
    onTestFinished,
  }) => {
    const words = "One two three four five six seven eight.";
    const gate = createGate(slowly(words, { delayMs: 900 }));
    const { store, product } = await openSwitched(onTestFinished, { first: gate.answer });
    const asking = product.ask();
    await gate.asked;
    store.cut();
    gate.open();
    await sleep(awayMs);
    store.restore();
    const seen = await asking;
    note("during the text, for 5 s", `completed, “${words}”`, seen);
    expect(seen).toMatchObject({ text: words, reply: { metadata: { outcome: "completed" } } });
    await expectNothingLost(product, seen);
  });

  it("at a call that changes something, and back in time: the call is made once", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, {
      first: [callTool("post", {}), say("Posted.")],
    });
    const posts = registerPost(product);
    store.cut(isLog);
    const asking = product.ask();
    await expect.poll(store.countFailures).toBeGreaterThan(0);
    expect(posts).toEqual([]);
    await sleep(awayMs);
    store.restore();
    const seen = await asking;
    note("at a call with side effects, for 5 s", "completed, “Posted.”, made once", seen);
    expect(posts).toHaveLength(1);
    expect(seen).toMatchObject({ text: "Posted.", reply: { metadata: { outcome: "completed" } } });
    await expectNothingLost(product, seen);
  });

  it("at the end, and back after 3 s: the reply is saved, and counted once", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    store.cut(isEnd);
    const asking = product.ask();
    await expect.poll(store.countFailures).toBe(2);
    store.restore();
    const seen = await asking;
    note("at the end, for some seconds", "completed, “Here.”", seen);
    expect(seen.reply.metadata?.outcome).toBe("completed");
    await expectNothingLost(product, seen);
  });

  it("at the end, when it has saved the reply, but nobody heard so: it is saved and counted once", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product } = await openSwitched(onTestFinished, { first: [say("Here.")] });
    store.cut(isEnd, "after");
    const asking = product.ask();
    await expect.poll(store.countFailures).toBe(1);
    store.restore();
    const seen = await asking;
    note("at the end, saved but not heard", "completed, “Here.”", seen);
    expect(seen.reply.metadata?.outcome).toBe("completed");
    await expectNothingLost(product, seen);
  });
});

type Product = Awaited<ReturnType<typeof openSwitched>>["product"];

/** A tool that posts, and may not do so twice. */
function registerPost({ services }: Product): string[] {
  const posts: string[] = [];
  const execute = async () => ({ text: `Posted ${posts.push("post")}.`, summary: "Posted." });
  services.tools.register({
    name: "post",
    description: "Posts.",
    inputSchema: z.object({}),
    effect: "changes",
    execute,
  });
  return posts;
}
