type Options = {
  delayMs: number;
  /** Deletes it and tells whether it is gone; `isLeaving` when the page goes away and the request must outlive it. */
  send: (id: string, isLeaving: boolean) => Promise<boolean>;
};

export type DeletionQueue = {
  /** `onFailed` is called when its time came and the server would not delete it. */
  add: (id: string, onFailed: () => void) => void;
  /** Whether it was still waiting: then nothing will be deleted. */
  cancel: (id: string) => boolean;
  /** Sends what is waiting at once, because the page goes away. */
  flush: () => void;
};

/** Holds deletions back for the time in which a person may undo them. */
export function createDeletionQueue({ delayMs, send }: Options): DeletionQueue {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; onFailed: () => void }>();
  const cancel = (id: string): boolean => {
    clearTimeout(waiting.get(id)?.timer);
    return waiting.delete(id);
  };
  const finish = async (id: string, isLeaving: boolean): Promise<void> => {
    const onFailed = waiting.get(id)?.onFailed;
    if (cancel(id) && !(await send(id, isLeaving))) onFailed?.();
  };
  return {
    add(id, onFailed) {
      cancel(id);
      waiting.set(id, { timer: setTimeout(() => void finish(id, false), delayMs), onFailed });
    },
    cancel,
    flush() {
      for (const id of [...waiting.keys()]) void finish(id, true);
    },
  };
}
