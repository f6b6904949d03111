import type { ChatMessage } from "@/lib/protocol/chat-message";

/** A conversation's messages while a stream adds to them. */
export type MessageBuffer = {
  /** The messages as the stream has made them so far. */
  get: () => ChatMessage[];
  /** Publishes at once. */
  set: (messages: ChatMessage[]) => void;
  /** Replaces a message that grows, and publishes at most every 50 ms. */
  replace: (index: number, message: ChatMessage) => void;
  /** Publishes what the time limit has kept back. */
  flush: () => void;
  /** Publishes the newest reply as it is until the stream is as far again, on `release`, or after 1.5 s. */
  hold: () => void;
  release: () => void;
};

const publishMs = 50;

/** What was said at first may have been withdrawn: then the reply never grows as long again. */
const longestHoldMs = 1_500;

/** A reply read again from its beginning does not vanish and regrow: `publish` gets the longer one. */
export function createMessageBuffer(
  initial: ChatMessage[],
  publish: (messages: ChatMessage[]) => void,
): MessageBuffer {
  let current = initial;
  let isPublished = true;
  let publishedAt = -Infinity;
  let held: ChatMessage | null = null;
  let publishTimer: ReturnType<typeof setTimeout> | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(publishTimer);
    publishTimer = undefined;
    if (isPublished) return;
    const shown = held === null ? current : keepLonger(current, held);
    if (shown === current) dropHold();
    isPublished = true;
    publishedAt = performance.now();
    publish(shown);
  };
  const dropHold = () => {
    clearTimeout(holdTimer);
    [held, holdTimer] = [null, undefined];
  };
  const release = () => {
    if (held === null) return;
    dropHold();
    isPublished = false;
    flush();
  };
  const change = (messages: ChatMessage[]) => {
    current = messages;
    isPublished = false;
    if (held !== null) holdTimer ??= setTimeout(release, longestHoldMs);
  };
  return {
    get: () => current,
    flush,
    release,
    set(messages) {
      change(messages);
      flush();
    },
    replace(index, message) {
      change(current.with(index, message));
      const pauseMs = publishedAt + publishMs - performance.now();
      if (pauseMs <= 0) flush();
      else publishTimer ??= setTimeout(flush, pauseMs);
    },
    hold() {
      dropHold();
      const reply = current.at(-1);
      if (reply?.role === "assistant") held = reply;
    },
  };
}

/** The same messages where the reply has come as far as `reply`; otherwise with `reply` in its place. */
function keepLonger(messages: ChatMessage[], reply: ChatMessage): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === reply.id);
  const now = messages[index];
  return now === undefined || measure(now) >= measure(reply) ? messages : messages.with(index, reply);
}

function measure({ parts }: ChatMessage): number {
  return parts.reduce((sum, part) => sum + 1 + ("text" in part ? part.text.length : 0), 0);
}
