"use client";

import { useTranslations } from "next-intl";
import { createContext, use, useEffect } from "react";
import type { ReactNode } from "react";
import type { SettingsReply } from "@/lib/protocol/settings";
import { ConflictDialog } from "./conflict-dialog";
import type { Limits } from "./fields";
import { SaveBar } from "./save-bar";
import { useSettingsForm } from "./use-settings-form";
import type { SettingsForm } from "./use-settings-form";

type Context = { form: SettingsForm; limits: Limits };

const SettingsContext = createContext<Context | null>(null);

/** The one form of all admin pages: what is changed on one stays changed on the next, until it is saved or undone together. */
export function SettingsProvider({ initial, limits, children }: { initial: SettingsReply; limits: Limits; children: ReactNode }) {
  const t = useTranslations("errors");
  const form = useSettingsForm(initial, t("unreachable"));
  useLeaveWarning(form.changes.length > 0);
  return (
    <SettingsContext value={{ form, limits }}>
      {children}
      <SaveBar form={form} />
      <ConflictDialog form={form} />
    </SettingsContext>
  );
}

/** For what stands inside the provider. */
export function useSettings(): Context {
  const context = use(SettingsContext);
  if (context === null) throw new Error("The settings are read outside of their provider.");
  return context;
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
