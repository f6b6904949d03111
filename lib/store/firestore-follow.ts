import type { FirestoreClient, Target } from "./firestore-client";
import { createTargetReader, type TargetSnapshot } from "./firestore-target";
import { toRetryWait } from "./watches";

type Followed = { toTarget: () => Target; onSnapshot: (snapshot: TargetSnapshot) => void };

/** Longest silence before everything is known; a server that accepts and says nothing is as good as gone. */
const silenceMs = 10_000;

/**
 * Keeps a stream open until the function it gives is called. A new stream begins at the target as it is then, not with a resume
 * token: reading a document again, or nothing after the last one told, costs one read, and no token can be too old.
 */
export function followTarget(
  client: FirestoreClient,
  random: () => number,
  { toTarget, onSnapshot }: Followed,
): () => void {
  let end = open(0);

  function open(failures: number): () => void {
    const take = createTargetReader();
    let isKnown = false;
    let isBroken = false;
    const stream = client.listen(toTarget(), (response) => {
      const taken = take(response);
      if (taken === "broken") {
        isBroken = true;
        return stream.end();
      }
      if (!isKnown) silence.refresh();
      if (taken === "incomplete") return;
      clearTimeout(silence);
      isKnown = true;
      onSnapshot(taken);
    });
    const silence = setTimeout(stream.end, silenceMs).unref();
    let isOver = false;
    void stream.ended.then(() => {
      clearTimeout(silence);
      if (!isOver) end = openLater(isKnown && !isBroken ? 0 : failures);
    });
    return () => {
      isOver = true;
      stream.end();
    };
  }

  function openLater(failures: number): () => void {
    // Spread, so that many who lost the same server do not come back at the same moment.
    const waitMs = toRetryWait(failures) * (1 - random() / 4);
    const timer = setTimeout(() => (end = open(failures + 1)), waitMs);
    return () => clearTimeout(timer);
  }

  return () => end();
}
