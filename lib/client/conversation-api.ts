import type { ConversationReply } from "@/lib/protocol/conversations";
import { parseProblem, type Problem } from "@/lib/protocol/problem";

const limitMs = 15_000;

/** `problem` is what the server said, `null` when no readable answer came at all. */
export type Answer<VALUE> = { ok: true; value: VALUE } | { ok: false; status: number | null; problem: Problem | null };

export type ConversationApi = {
  getConversation(cursor: string | null, signal: AbortSignal): Promise<Answer<ConversationReply>>;
  stopReply(signal: AbortSignal): Promise<Answer<null>>;
};

export function createConversationApi(conversationId: string, origin = ""): ConversationApi {
  const id = encodeURIComponent(conversationId);
  return {
    getConversation(cursor, signal) {
      const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const read = async (response: Response) => (await response.json()) as ConversationReply;
      return request(`${origin}/api/conversations/${id}${query}`, { signal }, read);
    },
    stopReply(signal) {
      return request(`${origin}/api/chat/${id}/stop`, { method: "POST", signal }, async () => null);
    },
  };
}

/** Never throws: what went wrong is part of the answer. */
async function request<VALUE>(
  url: string,
  init: { method?: string; signal: AbortSignal },
  read: (response: Response) => Promise<VALUE>,
): Promise<Answer<VALUE>> {
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(limitMs)]);
  try {
    const response = await fetch(url, { ...init, signal });
    if (response.ok) return { ok: true, value: await read(response) };
    return { ok: false, status: response.status, problem: parseProblem(await response.text()) };
  } catch {
    return { ok: false, status: null, problem: null };
  }
}
