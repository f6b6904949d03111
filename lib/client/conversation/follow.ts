/** How reading a running reply went: to its end, cut off on the way, nothing runs, or no connection. */
export type JoinOutcome = "ended" | "cut" | "none" | "unreachable" | "closed";

/** What the server says of the reply: it is made somewhere, has ended, or nothing can be said. */
export type ReloadOutcome = "running" | "idle" | "unreachable";

export type FollowReplyOptions = {
  join: () => Promise<JoinOutcome>;
  /** Reads the conversation again. */
  reload: () => Promise<ReloadOutcome>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
};

const waitsMs = [250, 500, 1000, 2000];

/** Joins a running reply again and again, with growing waits, until it has ended or the page is left. */
export async function followReply({
  join,
  reload,
  wait,
  signal,
}: FollowReplyOptions): Promise<"ended" | "reloaded" | "closed"> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await wait(waitsMs[Math.min(attempt, waitsMs.length - 1)] ?? 0, signal);
    if (signal.aborted) break;
    const outcome = await join();
    if (outcome === "ended") return "ended";
    if (outcome === "closed") return "closed";
    // The run may have ended since the cut, with more to show than this page has; or another server makes it.
    if (outcome === "none" && (await reload()) === "idle") return "reloaded";
    if (outcome === "cut") attempt = -1;
  }
  return "closed";
}
