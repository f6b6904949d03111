import type { EndedFact, Fact, ForgottenFact, MemoriesReply } from "@/lib/features/memory/shape";
import * as api from "@/lib/features/memory/api";
import { call, type Answer } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";

export type Memory = ReturnType<typeof useMemory>;

/** `origin` is the page's own unless another one is named. */
export const toFactList = (origin?: string) => ({
  load: (_: string | null, signal: AbortSignal) => call(api.readMemory, { origin, signal }),
  key: ({ id }: Fact) => id,
  page: ({ facts: items }: MemoriesReply) => ({ items }),
  whenSeen: true,
});
const ownList = toFactList();

/** The person's memory. Each change is made on the server, then all is read again: one may move others. */
export function useMemory(initial: MemoriesReply | null = null) {
  const list = useResource({ ...ownList, ...(initial !== null && { initial }) });
  const { reply, items } = list;
  return { list, reply: reply === null ? null : { ...reply, facts: [...items] }, ...toChanges(list) };
}

/** What can be done to a memory. */
export function toChanges(
  { reload, take, put }: Pick<Resource<Fact>, "reload" | "take" | "put">,
  origin?: string,
) {
  const change = async <VALUE>(work: Promise<Answer<VALUE>>): Promise<Answer<VALUE>> => {
    const answer = await work;
    await reload();
    return answer;
  };
  /** It is off the list at once, and back on it when the server did not forget it. */
  const leave = async (id: string, undo: "true" | null) => {
    const restore = take(id);
    const answer = await call(api.forgetFact, { params: { id }, query: { undo }, origin });
    if (!answer.ok) restore();
    await reload();
    return answer;
  };
  return {
    add: (fact: api.NewFact) => change(call(api.addFact, { body: fact, origin })),
    change: (id: string, patch: api.FactChange) =>
      change(call(api.changeFact, { params: { id }, body: patch, origin })),
    forget: (id: string) => leave(id, null),
    /** Forgets what was just kept; what it took the place of comes back. */
    undo: (id: string) => leave(id, "true"),
    async putBack(forgotten: ForgottenFact) {
      const answer = await call(api.putFactBack, { params: forgotten, body: forgotten, origin });
      if (answer.ok) put(answer.value);
      await reload();
      return answer;
    },
    clear: (part: "all" | "history") => change(call(api.clearMemory, { query: { part }, origin })),
    deleteNote: (key: string) => change(call(api.clearMemory, { query: { note: key }, origin })),
    setOff: (isOff: boolean) => change(call(api.switchMemory, { body: { isOff }, origin })),
  };
}

/** The page of memories, at one of them where an id is given. */
export function toMemoryPath(factId?: string): string {
  return factId === undefined ? "/memory" : `/memory?fact=${encodeURIComponent(factId)}`;
}

/** A conversation at one of its messages. */
export function toMessagePath({
  conversationId,
  messageId,
}: NonNullable<(Fact | EndedFact)["source"]>): string {
  return `/c/${encodeURIComponent(conversationId)}?message=${encodeURIComponent(messageId)}`;
}
