import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/errors";

/** What is told of a request while its answer is read: the SDK waits on for an answer that broke off. */
export type CallWatch = {
  /** Another body of it begins. */
  began(): void;
  /** A body is over; where no answer stood in it, none will come. */
  ended(): void;
  failed(error: unknown): void;
};

const current = new AsyncLocalStorage<CallWatch>();
export const findCallWatch = (): CallWatch | undefined => current.getStore();

/** What the SDK may take to read an answer that is there. */
const readingMs = 1_000;

/** Asks something of a server; what goes wrong with the body ends it at once, with that as the reason. */
export async function watchCall<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const broken = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const watch: CallWatch = {
    began: () => clearTimeout(timer),
    ended() {
      clearTimeout(timer);
      timer = setTimeout(() => watch.failed(new AppError("tool_unavailable", silent)), readingMs);
    },
    failed: (error) => broken.abort(error),
  };
  try {
    return await current.run(watch, () => work(AbortSignal.any([signal, broken.signal])));
  } catch (error) {
    throw broken.signal.aborted && !signal.aborted ? broken.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

const silent = "The tool server ended the connection without an answer.";
