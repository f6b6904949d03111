import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Load, RequestFailure } from "./request";

type ResourceOptions<ITEM, REPLY> = {
  /** Asks for the page that begins at `cursor`, or for the first one. */
  load: Load<REPLY>;
  key: (item: ITEM) => string;
  page: (reply: REPLY) => { items: readonly ITEM[]; cursor?: string | null };
  /** The first page, where the server has read it already. */
  initial?: REPLY;
  /** Whether a new item takes the place of another one. */
  replaces?: (item: ITEM, other: ITEM) => boolean;
  /** A version of what the list is about: when it changes, all is asked anew. */
  asOf?: number;
};
export type Resource<ITEM, REPLY = unknown> = {
  /** The server's last first page; `null` until it has come. */
  reply: REPLY | null;
  items: readonly ITEM[];
  cursor: string | null;
  phase: "loading" | "ready" | "failed";
  /** Why the last question was not answered. It stays until one is. */
  reason: RequestFailure | null;
  reload: () => Promise<void>;
  more: () => Promise<void>;
  /** Loads what is left, up to `limit` items in all, and gives all there are then. */
  rest: (limit: number) => Promise<readonly ITEM[]>;
  /** Asks once more what was not answered. */
  retry: () => Promise<void>;
  /** Changes an item in its place, or puts a new one in front. */
  put: (item: ITEM) => void;
  /** Takes an item off until the function that it gives is called: then it is back in its place. */
  take: (id: string) => () => void;
  /** Asks with another function, or for a newer state. Gives a way to leave the question unanswered. */
  follow: (load: Load<REPLY>, asOf?: number) => () => void;
};

/** A list that the server gives, whole or in pages. A new question cancels the one before it. */
export function resource<ITEM, REPLY>({ key, page, initial, ...options }: ResourceOptions<ITEM, REPLY>) {
  const first = initial === undefined ? { items: [] } : page(initial);
  const taken = new Set<string>();
  let { load, asOf } = options;
  let all = first.items;
  let question = toQuestion<ITEM>(null);

  const show = (): void => store.setState({ items: all.filter((item) => !taken.has(key(item))) });
  const place = (item: ITEM): void => void (all = placeInto(all, item, { key, ...options }));
  async function ask(cursor: string | null): Promise<void> {
    question.left.abort();
    const mine = toQuestion<ITEM>(cursor);
    question = mine;
    store.setState({ phase: "loading" });
    const answer = await load(cursor, mine.left.signal);
    if (mine.left.signal.aborted) return;
    if (!answer.ok) return store.setState({ phase: "failed", reason: answer });
    const { items, cursor: next = null } = page(answer.value);
    const known = new Set(all.map(key));
    all = cursor === null ? items : [...all, ...items.filter((item) => !known.has(key(item)))];
    // The answer may be older than what was put while it was on its way.
    for (const item of mine.changed) place(item);
    const reply = cursor === null ? answer.value : store.getState().reply;
    store.setState({ phase: "ready", reason: null, cursor: next, reply });
    show();
  }

  const store = createStore<Resource<ITEM, REPLY>>((_, get) => ({
    ...{ reply: initial ?? null, items: first.items, cursor: first.cursor ?? null, reason: null },
    phase: initial === undefined ? "loading" : "ready",
    reload: () => ask(null),
    async more() {
      const { cursor, phase } = get();
      if (cursor !== null && phase !== "loading") await ask(cursor);
    },
    rest: (limit) => loadRest(get, limit),
    retry: () => ask(question.cursor),
    put(item) {
      taken.delete(key(item));
      question.changed.push(item);
      place(item);
      show();
    },
    take(id) {
      taken.add(id);
      show();
      return () => {
        taken.delete(id);
        show();
      };
    },
    follow(next, now) {
      const isAnswered = next === load && now === asOf && get().phase !== "loading";
      [load, asOf] = [next, now];
      if (!isAnswered) void ask(null);
      return () => question.left.abort();
    },
  }));
  return store;
}

type Pages<ITEM> = Pick<Resource<ITEM>, "phase" | "cursor" | "items" | "more">;

async function loadRest<ITEM>(get: () => Pages<ITEM>, limit: number): Promise<readonly ITEM[]> {
  while (get().phase === "ready" && get().cursor !== null && get().items.length < limit) await get().more();
  return get().items;
}

/** `changed`: what was put since it was asked. */
function toQuestion<ITEM>(cursor: string | null) {
  const changed: ITEM[] = [];
  return { cursor, left: new AbortController(), changed };
}

function placeInto<ITEM>(
  all: readonly ITEM[],
  item: ITEM,
  { key, replaces = () => false }: Pick<ResourceOptions<ITEM, never>, "key" | "replaces">,
): readonly ITEM[] {
  const id = key(item);
  return all.some((one) => key(one) === id)
    ? all.map((one) => (key(one) === id ? item : one))
    : [item, ...all.filter((one) => !replaces(item, one))];
}

/** One record, not a list: it is the `reply`. */
export const alone = { key: () => "", page: () => ({ items: [] }) };

type FollowedList<ITEM, REPLY> = ResourceOptions<ITEM, REPLY> & {
  /** Reads it again when the page or the connection comes back. */
  whenSeen?: boolean;
};

/** Asked when the page is there, and anew when `load` is another function: until then the last items stay. */
export function useResource<ITEM, REPLY>(options: FollowedList<ITEM, REPLY>): Resource<ITEM, REPLY> {
  const { load, asOf, whenSeen = false } = options;
  const [store] = useState(() => resource(options));
  useEffect(() => store.getState().follow(load, asOf), [store, load, asOf]);
  useEffect(() => {
    if (!whenSeen) return;
    const left = new AbortController();
    const onSight = () => document.visibilityState === "visible" && void store.getState().reload();
    document.addEventListener("visibilitychange", onSight, { signal: left.signal });
    window.addEventListener("online", onSight, { signal: left.signal });
    return () => left.abort();
  }, [store, whenSeen]);
  return useStore(store);
}
