"use client";

import { useEffect } from "react";
import { useStore } from "zustand";
import { finder } from "@/components/admin/finder";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { FindDialog } from "./find-dialog";

/** Opened by the rail, and by Ctrl or ⌘ with K. */
export function Find({ role }: { role: Role }) {
  const { isOpen } = useStore(finder);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      finder.setState((before) => ({ isOpen: !before.isOpen }));
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      finder.setState({ isOpen: false });
    };
  }, []);
  return isOpen && <FindDialog role={role} onClose={() => finder.setState({ isOpen: false })} />;
}
