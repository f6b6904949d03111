import { setImmediate as nextTurn } from "node:timers/promises";
import type { FlushClock } from "./flush-clock";

/** `read` gives what can go on, in groups between which others may work. `read` and `end` may throw. */
export type Joiner<IN, OUT> = {
  read(value: IN | undefined, isDone: boolean): OUT[][];
  /** What is held back. */
  flush(): OUT[];
  /** What is left, also of a source that was `cut`. */
  end(cut: Error | undefined): OUT[];
  isOver?(): boolean;
  close(): void;
};

/**
 * A stream that reads its source as it is asked for, and ahead while all is held back. That goes out with the
 * clock's next tick, and before an error.
 */
export function joinInWindows<IN, OUT>(
  reader: ReadableStreamDefaultReader<IN>,
  joiner: Joiner<IN, OUT>,
  clock: FlushClock,
): ReadableStream<OUT> {
  let over: { cut?: Error } | undefined;
  let isOpen = true;
  let emit: (values: OUT[]) => boolean;
  const flush = () => isOpen && emit(joiner.flush());
  const close = () => {
    clock.cancel(flush);
    if (isOpen) joiner.close();
    isOpen = false;
  };

  async function readOn(): Promise<void> {
    let cut: Error | undefined;
    const { done, value } = await reader.read().catch((error: unknown) => {
      cut = error instanceof Error ? error : new Error("The connection was cut.", { cause: error });
      return { done: true, value: undefined };
    });
    clock.cancel(flush);
    for (const [index, values] of joiner.read(value, done).entries()) {
      if (index > 0) await nextTurn();
      emit(values);
    }
    if (done || joiner.isOver?.()) over = cut === undefined ? {} : { cut };
    else clock.schedule(flush);
  }

  return new ReadableStream<OUT>({
    start(controller) {
      emit = (values) => {
        for (const value of values) controller.enqueue(value);
        return values.length > 0;
      };
    },
    async pull(controller) {
      try {
        while (over === undefined && (controller.desiredSize ?? 0) > 0) await readOn();
        // An error would discard what nobody has taken yet: it comes with the next pull.
        if (over === undefined || emit(joiner.flush())) return;
        if (over.cut !== undefined) await nextTurn();
        emit(joiner.end(over.cut));
        close();
        controller.close();
      } catch (error) {
        close();
        void reader.cancel(error).catch(() => undefined);
        throw error;
      }
    },
    cancel(reason) {
      close();
      return reader.cancel(reason);
    },
  });
}
