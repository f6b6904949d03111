"use client";

import dynamic from "next/dynamic";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Overlay, SetOverlay } from "./use-overlay";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });
const ShortcutsDialog = dynamic(() => import("./shortcuts-dialog").then((module) => module.ShortcutsDialog), { ssr: false });

type Props = { open: Overlay | null; onChange: SetOverlay; conversations: ConversationSummary[]; isAdmin: boolean };

/** The palette and the list of keys, loaded with their first opening. */
export function Overlays({ open, onChange, conversations, isAdmin }: Props) {
  if (open === "palette")
    return <Palette conversations={conversations} isAdmin={isAdmin} onClose={() => onChange(null)} onOverlay={onChange} />;
  return open === "shortcuts" ? <ShortcutsDialog onClose={() => onChange(null)} /> : null;
}
