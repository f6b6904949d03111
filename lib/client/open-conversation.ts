import { createStore } from "zustand/vanilla";
import type { ConversationSummary } from "@/lib/protocol/conversations";

/** What a page tells of the conversation that it shows. */
export type OpenConversation = ConversationSummary & { isTemporary: boolean; agent: string | null };

/** The conversation that is on the page, for the list and the line above it. */
export const openConversationStore = createStore<{ open: OpenConversation | null }>(() => ({ open: null }));
