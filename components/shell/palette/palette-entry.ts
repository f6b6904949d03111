import type { ComponentType } from "react";
import type { OpenConversation } from "@/lib/client/open-conversation";
import type { ConversationSummary, FoundConversation } from "@/lib/protocol/conversations";
import type { SetOverlay } from "./use-overlay";

export type PaletteEntry = {
  id: string;
  name: string;
  icon: ComponentType<{ className?: string }>;
  choose: () => void;
  /** Where a search found the words. */
  found?: Pick<FoundConversation, "titleMarks" | "snippet">;
};

export type PaletteActions = { onClose: () => void; onOverlay: SetOverlay };

/** `hidden`: ids of conversations that are deleted, but not for good yet. */
export type PaletteProps = PaletteActions & {
  open: OpenConversation | null;
  conversations: readonly ConversationSummary[];
  hidden: readonly string[];
  isAdmin: boolean;
};
