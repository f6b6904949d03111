import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { prepareToasts } from "@/components/ui/toast";
import { createMemoryApi } from "@/lib/client/memory-api";
import { createMemoryStore, type MemoryState, type MemoryStore } from "@/lib/client/memory-store";
import { untilIdle } from "@/lib/client/wait";
import type { MemoriesReply } from "@/lib/protocol/memories";

/** The memory for as long as a page shows it. It is read again when the page comes back to sight or the connection does: conversations change it meanwhile. */
export function useMemory(initial: MemoriesReply | null): { store: MemoryStore; state: MemoryState } {
  const [store] = useState(() => createMemoryStore(createMemoryApi(), initial));
  const state = useStore(store);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const load = (): void => void (document.visibilityState === "visible" && store.load());
    load();
    void untilIdle(signal).then(prepareToasts);
    document.addEventListener("visibilitychange", load, { signal });
    window.addEventListener("online", load, { signal });
    return () => left.abort();
  }, [store]);
  return { store, state };
}
