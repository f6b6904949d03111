import { createStore } from "zustand/vanilla";

/** What a chat tells the list of conversations about itself; `title` is a first one, from the question. */
export type ConversationChange = { id: string; title?: string; isRunning?: boolean };

const latestChange = createStore<ConversationChange | null>(() => null);

export function notifyConversationChanged(change: ConversationChange): void {
  latestChange.setState(change, true);
}

export function subscribeToConversationChanges(listener: (change: ConversationChange) => void): () => void {
  return latestChange.subscribe((change) => change !== null && listener(change));
}
