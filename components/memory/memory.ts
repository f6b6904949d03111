import type { Fact, ForgottenFact, MemoriesReply } from "@/lib/protocol/memories";
import { createMemoryApi, type FactChange, type MemoryApi, type NewFact } from "@/lib/client/memory-api";
import type { Answer } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";

export type Memory = ReturnType<typeof useMemory>;

export const toFactList = (api: MemoryApi) => ({
  load: api.list,
  key: ({ id }: Fact) => id,
  page: ({ facts: items }: MemoriesReply) => ({ items }),
  whenSeen: true,
});
const ownApi = createMemoryApi();
const ownList = toFactList(ownApi);

/** The person's memory. Each change is made on the server, then all is read again: one may move others. */
export function useMemory(initial: MemoriesReply | null = null) {
  const list = useResource({ ...ownList, ...(initial !== null && { initial }) });
  const { reply, items } = list;
  return { list, reply: reply === null ? null : { ...reply, facts: [...items] }, ...toChanges(ownApi, list) };
}

/** What can be done to a memory. */
export function toChanges(
  api: MemoryApi,
  { reload, take, put }: Pick<Resource<Fact>, "reload" | "take" | "put">,
) {
  const change = async <VALUE>(work: Promise<Answer<VALUE>>): Promise<Answer<VALUE>> => {
    const answer = await work;
    await reload();
    return answer;
  };
  /** It is off the list at once, and back on it when the server did not forget it. */
  const leave = async (id: string, ask: (id: string) => Promise<Answer<ForgottenFact>>) => {
    const restore = take(id);
    const answer = await ask(id);
    if (!answer.ok) restore();
    await reload();
    return answer;
  };
  return {
    add: (fact: NewFact) => change(api.add(fact)),
    change: (id: string, patch: FactChange) => change(api.change(id, patch)),
    forget: (id: string) => leave(id, api.forget),
    undo: (id: string) => leave(id, api.undo),
    async putBack(forgotten: ForgottenFact) {
      const answer = await api.putBack(forgotten);
      if (answer.ok) put(answer.value);
      await reload();
      return answer;
    },
    clear: (part: "all" | "history") => change(api.clear(part)),
    deleteNote: (key: string) => change(api.deleteNote(key)),
    setOff: (isOff: boolean) => change(api.setOff(isOff)),
  };
}
