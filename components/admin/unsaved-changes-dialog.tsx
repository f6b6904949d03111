import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { SettingsForm } from "./use-settings-form";

/** Asks before a link leads away from the admin pages with changes that are not saved. */
export function UnsavedChangesDialog({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  const isAgreed = useRef(false);
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  const hasChanges = form.changes.length > 0;
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
    </ConfirmDialog>
  );
}

/** The link of a plain click that takes this page to one outside of the admin's; the browser itself asks before another site. */
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
