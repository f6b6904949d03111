import { isBusy, type ConversationState, type ConversationVerbs } from "./state";

/** Knows of a request for a reply that the server has not answered yet: it may come there behind a stop. */
export type Asking = ReturnType<typeof createAsking>;

export function createAsking() {
  let state: "none" | "asked" | "stopped" = "none";
  let taken = new AbortController();
  return {
    signal: () => taken.signal,
    takeBack: () => taken.abort(),
    begin:
      <INPUT extends unknown[]>(ask: (...input: INPUT) => Promise<void>) =>
      (...input: INPUT): Promise<void> => {
        state = "asked";
        taken = new AbortController();
        return ask(...input);
      },
    noteStop(): void {
      if (state === "asked") state = "stopped";
    },
    /** Says whether the person has asked for a stop meanwhile. */
    end(): boolean {
      const wasStopped = state === "stopped";
      state = "none";
      return wasStopped;
    },
  };
}

/** A reply that the person stops in order to have another one, which is asked for when it is over. */
export function createRestart(getState: () => ConversationState) {
  let wanted: Parameters<ConversationVerbs["restart"]> | null = null;
  return {
    async ask(...asked: Parameters<ConversationVerbs["restart"]>): Promise<void> {
      wanted = asked;
      await getState().stop();
      if (getState().problem !== null) wanted = null;
    },
    settle(): void {
      const asked = wanted;
      wanted = null;
      if (asked !== null && !isBusy(getState())) void getState().regenerate(...asked);
    },
  };
}
