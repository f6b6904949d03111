import { createStore } from "zustand/vanilla";
import type { ConversationSummary } from "@/lib/protocol/conversations";

/** What a page tells of the conversation that it shows. */
export type OpenConversation = ConversationSummary & { isTemporary: boolean; agent: string | null };

type OpenState = {
  open: OpenConversation | null;
  /** Gives its newest answer that is done; `null` where there is none. */
  findAnswer: () => string | null;
};

export const findNoAnswer: OpenState["findAnswer"] = () => null;

/** The conversation that is on the page, for the list, the line above it and the palette. */
export const openConversationStore = createStore<OpenState>(() => ({ open: null, findAnswer: findNoAnswer }));
