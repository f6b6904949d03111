"use client";

import { useEffect } from "react";
import type { ReactNode } from "react";
import type { SettingsReply } from "@/lib/protocol/settings";
import { ConflictDialog } from "./conflict-dialog";
import { UnsavedChangesDialog } from "./unsaved-changes-dialog";
import { SaveBar } from "./save-bar";
import { SettingsContext, type PanelTool } from "./use-settings";
import { useReason } from "@/components/ui/use-reason";
import { useSettingsForm } from "./use-settings-form";

/** The one form of all admin pages: what is changed on one stays changed on the next, until it is saved or undone together. */
export function SettingsProvider({
  initial,
  tools,
  children,
}: {
  initial: SettingsReply;
  tools: readonly PanelTool[];
  children: ReactNode;
}) {
  const form = useSettingsForm(initial, useReason());
  useLeaveWarning(form.changes.length > 0);
  return (
    <SettingsContext value={{ form, tools }}>
      {children}
      <ConflictDialog form={form} />
      {/* After the dialog, which gives its focus back to what may be gone. */}
      <SaveBar form={form} />
      <UnsavedChangesDialog form={form} />
    </SettingsContext>
  );
}

/** The browser asks before changes that are not saved are thrown away with the page. */
function useLeaveWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasChanges]);
}
