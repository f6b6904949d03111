import type { MemoryStore } from "@/lib/client/memory-store";
import type { Fact, MemoriesReply } from "@/lib/protocol/memories";

/** What the parts of the page share; `edited` are facts being edited, as they were when that began. */
export type MemoryView = {
  reply: MemoriesReply;
  store: MemoryStore;
  now: number;
  edited: readonly Fact[];
  setEdited: (fact: Fact, isEdited: boolean) => void;
};
