"use client";

import dynamic from "next/dynamic";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { PaletteFrame } from "./palette-frame";
import type { Overlay, SetOverlay } from "./use-overlay";

const ShortcutsDialog = dynamic(() => import("./shortcuts-dialog").then((module) => module.ShortcutsDialog), {
  ssr: false,
});

type Props = {
  open: Overlay | null;
  onChange: SetOverlay;
  conversations: ConversationSummary[];
  isAdmin: boolean;
};

/** The palette and the list of keys; what they list is loaded with their first opening. */
export function Overlays({ open, onChange, conversations, isAdmin }: Props) {
  if (open === "palette")
    return (
      <PaletteFrame
        conversations={conversations}
        isAdmin={isAdmin}
        onClose={() => onChange(null)}
        onOverlay={onChange}
      />
    );
  return open === "shortcuts" ? <ShortcutsDialog onClose={() => onChange(null)} /> : null;
}
