/** What a chat tells the list of conversations about itself; `title` is a first one, from the question. */
export type ConversationChange = { id: string; title?: string; isRunning?: boolean };

type Listener = (change: ConversationChange) => void;
const listeners = new Set<Listener>();

export function notifyConversationChanged(change: ConversationChange): void {
  for (const listener of listeners) listener(change);
}

export function subscribeToConversationChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
