"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Toaster as Layer, toast as show } from "sonner";
import { undoMs } from "@/lib/client/deletion-queue";
import { toastStore, type Toast } from "./toast";

/** Draws what was said, each once; keyboard users reach it by Alt T. */
export function ToastLayer({ pending }: { pending: readonly Toast[] }) {
  const t = useTranslations("common");
  useEffect(() => {
    // From the store, because strict mode runs this twice with the same `pending`.
    for (const toast of toastStore.getState().pending ?? []) draw(toast, t("undo"));
    if (pending.length > 0) toastStore.setState({ pending: [] });
  }, [pending, t]);
  return (
    <Layer
      position="bottom-left"
      visibleToasts={1}
      // Above the composer, over the column and not the window.
      className="shell-toasts"
      containerAriaLabel={t("notifications")}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-3 rounded-xl border border-hairline bg-raised px-4 py-3 text-sm leading-5 text-ink shadow-float font-[family-name:var(--font-page)]",
          title: "font-normal",
          content: "min-w-0 flex-1",
          icon: "text-bad",
          actionButton:
            "-my-2 -me-2 min-h-9 shrink-0 rounded-lg px-2 text-sm font-medium text-accent hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:px-3",
        },
      }}
    />
  );
}

function draw({ text, undo, action: given, isFailure = false }: Toast, undoLabel: string): void {
  const say = isFailure ? show.error : show;
  const action = undo === undefined ? given : { label: undoLabel, run: undo };
  say(text, {
    duration: action === undefined ? 5_000 : undoMs,
    ...(action && { action: { label: action.label, onClick: action.run } }),
  });
}
