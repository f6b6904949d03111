import { Worker } from "node:worker_threads";
import { createThreadPool } from "@/lib/threads/thread-pool";
import type { TextJobs, TextOrder } from "./text-worker";

/** The same, for whom it is done before it: people take turns. */
export type TextThreads = {
  [JOB in keyof TextJobs]: (owner: string, ...input: Parameters<TextJobs[JOB]>) => ReturnType<TextJobs[JOB]>;
};

/** So long one text may take, in ms of the processor and of the clock, which runs on while others work. */
const limits = { workLimitMs: 3_000, timeLimitMs: 20_000 };

const answer = createThreadPool<TextOrder, unknown>(
  {
    // In these words: the build knows a thread's entry by them, options included.
    open: (resourceLimits) =>
      new Worker(new URL("./text-worker.ts", import.meta.url), {
        resourceLimits,
        stdout: true,
        stderr: true,
      }),
    pack: (message) => ({ message }),
  },
  { ...limits, idleMs: 10_000, what: "The text", crashCode: "internal" },
);
/** Nobody leaves before it is done: it takes seconds at most. */
const never = new AbortController().signal;

function inThread<JOB extends keyof TextJobs>(owner: string, job: JOB, input: Parameters<TextJobs[JOB]>) {
  return answer({ job, input }, never, owner) as ReturnType<TextJobs[JOB]>;
}

/** Writing files and comparing texts, away from the thread that answers everybody. */
export const textThreads: TextThreads = {
  exportAnswer: (owner, ...input) => inThread(owner, "exportAnswer", input),
  exportConversation: (owner, ...input) => inThread(owner, "exportConversation", input),
  compareAnswers: (owner, ...input) => inThread(owner, "compareAnswers", input),
  compareRuns: (owner, ...input) => inThread(owner, "compareRuns", input),
  compareTexts: (owner, ...input) => inThread(owner, "compareTexts", input),
};
