import { parentPort } from "node:worker_threads";
import { toAppError, type ErrorCode } from "@/lib/errors";

/** What a thread answers: errors lose their class on the way between threads. */
export type ThreadAnswer<OUTPUT> = { output: OUTPUT } | { code: ErrorCode; message: string; cause: string };

/** Makes this thread do what it is sent, one order after the other. */
export function answerOrders<ORDER, OUTPUT>(work: (order: ORDER) => Promise<OUTPUT>): void {
  parentPort?.on("message", (order: ORDER) => {
    void answer(order).then((found) => parentPort?.postMessage(found));
  });

  async function answer(order: ORDER): Promise<ThreadAnswer<OUTPUT>> {
    try {
      return { output: await work(order) };
    } catch (error) {
      const { code, message, cause } = toAppError(error);
      return { code, message, cause: cause instanceof Error ? (cause.stack ?? cause.message) : "" };
    }
  }
}
