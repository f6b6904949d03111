"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import type { SettingsReply } from "@/lib/protocol/settings";
import { ConflictDialog } from "./conflict-dialog";
import { SettingsContext, type PanelTool } from "./use-settings";
import { useReason } from "@/components/ui/use-reason";
import { useSettingsForm, type SettingsForm } from "./use-settings-form";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useAction } from "@/components/ui/use-action";
import { Problem } from "@/components/ui/problem";
import { SettingsBar, useDraftName } from "./settings-bar";
import { useLeaveWarning } from "@/components/admin/use-leave-warning";

/** The one form of all admin pages: changes stay from page to page until published, kept or undone. */
export function SettingsProvider({
  initial,
  tools,
  serverTools = [],
  children,
}: {
  initial: SettingsReply;
  tools: readonly PanelTool[];
  /** By the names that models know. */
  serverTools?: readonly string[];
  children: ReactNode;
}) {
  const form = useSettingsForm(initial, useReason());
  useLeaveWarning(form.changes.length > 0 && !form.isKept);
  return (
    <SettingsContext value={{ form, tools, serverTools }}>
      <UnreadableBanner form={form} />
      {children}
      <ConflictDialog form={form} />
      {/* After the dialog, which gives its focus back to what may be gone. */}
      <SettingsBar form={form} />
      <UnsavedChangesDialog form={form} />
    </SettingsContext>
  );
}

/** Says that the stored settings cannot be read, and offers to store what is in force instead. */
export function UnreadableBanner({ form }: { form: Pick<SettingsForm, "reply" | "revert"> }) {
  const t = useTranslations("admin.unreadable");
  const { fallback } = form.reply;
  const { run, isBusy, reason } = useAction();
  if (fallback === null) return null;
  const repair = () => form.revert(fallback === "defaults" ? 0 : fallback);
  return (
    <div role="alert" className="mx-auto mt-4 grid w-full max-w-208 gap-2 px-4 text-sm leading-5">
      <p className="font-medium text-bad">{t("title")}</p>
      <p>{fallback === "defaults" ? t("defaults") : t("older", { version: fallback })}</p>
      {reason !== null && <p className="text-bad">{t("failed", { reason })}</p>}
      <Button className="justify-self-start" aria-disabled={isBusy} onClick={() => void run(repair)}>
        {t("repair")}
      </Button>
    </div>
  );
}

/** Asks before a link leads away from the admin pages with changes that are neither published nor kept. */
function UnsavedChangesDialog({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  const isAgreed = useRef(false);
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  const hasChanges = form.changes.length > 0 && !form.isKept;
  const draftName = useDraftName(form);
  const { run, isBusy, reason } = useAction();
  useEffect(() => {
    if (!hasChanges) return;
    const stop = new AbortController();
    const ask = (event: MouseEvent): void => {
      const leading = findLeadingAway(event);
      if (leading === null || isAgreed.current) return;
      event.preventDefault();
      event.stopPropagation();
      setLink(leading);
    };
    // Before the router, which listens further in.
    window.addEventListener("click", ask, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [hasChanges]);
  const leave = (): void => {
    isAgreed.current = true;
    setLink(null);
    form.undo();
    link?.click();
    isAgreed.current = false;
  };
  const names = form.changes.map((name) => t(`fields.${name}.name`)).join(t("bar.separator"));
  return (
    <ConfirmDialog
      isOpen={link !== null}
      title={t("leave.title")}
      action={t("leave.do")}
      isDangerous
      onConfirm={() => {
        leave();
        return Promise.resolve(null);
      }}
      onClose={() => setLink(null)}
    >
      <p className="text-sm leading-5 text-quiet">{t("leave.text", { names })}</p>
      <Problem>{reason}</Problem>
      <Button
        className="justify-self-start"
        aria-disabled={isBusy}
        onClick={() => void run(() => form.keep(draftName)).then((isDone) => isDone && leave())}
      >
        {t("leave.keep", { name: draftName })}
      </Button>
    </ConfirmDialog>
  );
}

/** The link of a plain click that leaves the admin pages; before another site the browser itself asks. */
function findLeadingAway({
  target,
  button,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null;
  const staysHere =
    link.target === "_blank" || link.hasAttribute("download") || link.origin !== location.origin;
  const isWithin = /^\/admin(\/|$)/.test(link.pathname) || link.pathname === location.pathname;
  return staysHere || isWithin ? null : link;
}
