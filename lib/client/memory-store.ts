import { createStore } from "zustand/vanilla";
import type { ForgottenFact, MemoriesReply } from "@/lib/protocol/memories";
import type { FactChange, MemoryApi, NewFact } from "./memory-api";
import type { Answer, RequestFailure } from "./request";

/** `reply` is the server's last, without what is being forgotten; `failure` why it did not say more. */
export type MemoryState = { reply: MemoriesReply | null; failure: RequestFailure | null };
export type MemoryStore = ReturnType<typeof createMemoryStore>;

/** Each change is made on the server, then all is read again, because one change may move others. */
export function createMemoryStore(api: MemoryApi, initial: MemoriesReply | null) {
  const store = createStore<MemoryState>(() => ({ reply: initial, failure: null }));
  const leaving = new Set<string>();
  let last = initial;
  let round = 0;
  let newest = Promise.resolve();

  const isShown = ({ id }: { id: string }): boolean => !leaving.has(id);
  const show = (): void =>
    store.setState({ reply: last === null ? null : { ...last, facts: last.facts.filter(isShown) } });
  function load(): Promise<void> {
    round += 1;
    newest = read(round);
    return newest;
  }
  async function read(mine: number): Promise<void> {
    const answer = await api.list();
    // Something was changed, or asked again, meanwhile.
    if (mine !== round) return;
    if (answer.ok) last = answer.value;
    store.setState({ failure: answer.ok ? null : answer });
    show();
  }
  async function change<VALUE>(work: () => Promise<Answer<VALUE>>): Promise<Answer<VALUE>> {
    round += 1;
    const answer = await work();
    let seen = load();
    await seen;
    // What was asked again meanwhile shows it.
    while (seen !== newest) {
      seen = newest;
      await seen;
    }
    return answer;
  }

  async function leave(id: string, ask: MemoryApi["forget"]) {
    leaving.add(id);
    show();
    return change(async () => {
      const answer = await ask(id);
      leaving.delete(id);
      return answer;
    });
  }

  return {
    ...store,
    load,
    add: (fact: NewFact) => change(() => api.add(fact)),
    change: (id: string, patch: FactChange) => change(() => api.change(id, patch)),
    /** It is off the list at once, and back on it when the server did not forget it. */
    forget: (id: string) => leave(id, api.forget),
    undo: (id: string) => leave(id, api.undo),
    putBack: (forgotten: ForgottenFact) => change(() => api.putBack(forgotten)),
    clear: (part: "all" | "history") => change(() => api.clear(part)),
    deleteNote: (key: string) => change(() => api.deleteNote(key)),
    setOff: (isOff: boolean) => change(() => api.setOff(isOff)),
  };
}
