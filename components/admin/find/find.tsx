"use client";

import { useEffect } from "react";
import { useStore } from "zustand";
import { finder } from "@/components/admin/finder";
import { useShortcuts } from "@/components/shell/palette/use-overlay";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { FindDialog } from "./find-dialog";

const show = (isOpen: boolean): void => finder.setState({ isOpen });

/** Opened by the rail, and by Ctrl or ⌘ with K. */
export function Find({ role }: { role: Role }) {
  const { isOpen } = useStore(finder);
  useShortcuts((overlay) => show(overlay === "palette" && !isOpen));
  useEffect(() => () => show(false), []);
  return isOpen && <FindDialog role={role} onClose={() => show(false)} />;
}
