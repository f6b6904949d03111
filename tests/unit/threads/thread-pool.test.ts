import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createThreadPool, type PoolOptions } from "@/lib/threads/thread-pool";

const never = new AbortController().signal;

/** What a thread runs that dies when it is told to, works for as long as it is told, and says the rest again. */
const echo = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ text, workMs = 0 }) => {
  if (text === "die") process.exit(1);
  const until = performance.now() + workMs;
  while (performance.now() < until);
  parentPort.postMessage({ output: text });
});`;

type Order = { text: string; workMs?: number };
const open = (options: Partial<PoolOptions> = {}) =>
  createThreadPool<Order, string>(
    {
      open: (resourceLimits) => new Worker(echo, { resourceLimits, stdout: true, stderr: true, eval: true }),
      pack: (message) => ({ message }),
    },
    { size: 1, what: "The text", crashCode: "internal", ...options },
  );

describe("a pool of threads", () => {
  it("lets an order fail whose thread dies, and does the next one in another thread", async () => {
    const answer = open();
    const all = await Promise.allSettled([answer({ text: "die" }, never), answer({ text: "next" }, never)]);
    expect(all).toMatchObject([
      { reason: { code: "internal", message: "The text could not be worked on." } },
      { value: "next" },
    ]);
  });

  it("ends an order by the time that the processor works on it, and does the next one", async () => {
    const answer = open({ workLimitMs: 200, timeLimitMs: 60_000 });
    const all = await Promise.allSettled([
      answer({ text: "endless", workMs: 600_000 }, never),
      answer({ text: "short", workMs: 5 }, never),
    ]);
    expect(all).toMatchObject([
      { reason: { code: "timeout", message: "The text took more than 0.2 seconds." } },
      { value: "short" },
    ]);
  });
});
