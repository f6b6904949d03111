import type { ComponentType } from "react";
import type { FoundConversation } from "@/lib/protocol/conversations";
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
