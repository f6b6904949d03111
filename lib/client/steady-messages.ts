import type { ChatMessage } from "@/lib/protocol/chat-message";

export type SteadyMessages = {
  get: () => ChatMessage[];
  /** Keeps the newest reply as it is shown, until it has come again as far, or `release` is called, or it takes too long. */
  hold: () => void;
  release: () => void;
  subscribe: (listener: () => void) => () => void;
};

type Source = { get: () => ChatMessage[]; subscribe: (listener: () => void) => () => void };

/** What was said at first may have been withdrawn: then the reply never grows as long again. */
const longestMs = 1_500;

/** A conversation's messages, in which a reply that is read again from its beginning does not vanish and grow a second time. */
export function createSteadyMessages(source: Source): SteadyMessages {
  const listeners = new Set<() => void>();
  let held: { reply: ChatMessage; from: ChatMessage[] } | null = null;
  let drawn: { from: ChatMessage[]; messages: ChatMessage[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => listeners.forEach((listener) => listener());
  const release = () => {
    clearTimeout(timer);
    if (held === null) return;
    [held, drawn] = [null, null];
    tell();
  };
  const get = () => {
    const from = source.get();
    if (held === null || held.from === from) return from;
    if (drawn?.from !== from) drawn = { from, messages: replaceBehind(from, held.reply) };
    return drawn.messages;
  };
  return {
    get,
    release,
    hold() {
      const from = source.get();
      const reply = from.at(-1);
      if (reply?.role !== "assistant") return;
      clearTimeout(timer);
      timer = undefined;
      held = { reply, from };
    },
    subscribe(listener) {
      listeners.add(listener);
      const leave = source.subscribe(() => {
        if (held !== null && source.get() !== held.from) timer ??= setTimeout(release, longestMs);
        if (held !== null && source.get() !== held.from && get() === source.get()) release();
        else listener();
      });
      return () => {
        listeners.delete(listener);
        leave();
      };
    },
  };
}

/** The same messages where the reply has come as far as before; otherwise with the one before in its place. */
function replaceBehind(messages: ChatMessage[], reply: ChatMessage): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === reply.id);
  const now = messages[index];
  if (now === undefined || measure(now) >= measure(reply)) return messages;
  return messages.with(index, reply);
}

function measure({ parts }: ChatMessage): number {
  return parts.reduce((sum, part) => sum + 1 + ("text" in part ? part.text.length : 0), 0);
}
