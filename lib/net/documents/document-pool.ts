import { Worker } from "node:worker_threads";
import { createThreadPool, type PoolOptions } from "@/lib/threads/thread-pool";
import type { JobName, DocumentJobs, Order } from "./document-worker";

/** Does one kind of job on documents in threads of their own, in turns between their owners. */
export function createDocumentPool<JOB extends JobName>(job: JOB, options: Partial<PoolOptions> = {}) {
  return createThreadPool<DocumentJobs[JOB]["input"], DocumentJobs[JOB]["output"]>(
    {
      // In these words: the build knows a thread's entry by them, options included.
      open: (resourceLimits) =>
        new Worker(new URL("./document-worker.ts", import.meta.url), {
          resourceLimits,
          stdout: true,
          stderr: true,
        }),
      pack(input) {
        // A copy: they may be a part of something larger, and their caller may need them.
        const bytes = new Uint8Array(input.bytes);
        return { message: { job, input: { ...input, bytes } } as Order, moved: [bytes.buffer] };
      },
    },
    options,
  );
}
