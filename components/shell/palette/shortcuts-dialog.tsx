"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";

const shortcuts = [
  { words: "palette", keys: ["mod", "K"] },
  { words: "new", keys: ["mod", "Shift", "O"] },
  { words: "temporary", keys: ["mod", "Shift", "E"] },
  { words: "send", keys: ["Enter"] },
  { words: "newline", keys: ["Shift", "Enter"] },
  { words: "edit", keys: ["↑"] },
  { words: "stop", keys: ["Esc"] },
  { words: "list", keys: ["?"] },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
  return (
    <Modal
      label={t("shell.keys")}
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-hairline bg-raised shadow-float"
    >
      <div className="flex items-center justify-between ps-5 pe-2 pt-2">
        <h2 className="font-semibold">{t("shell.keys")}</h2>
        <button
          type="button"
          className="icon-button size-9 pointer-coarse:size-11"
          aria-label={t("common.close")}
          onClick={onClose}
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      </div>
      <dl className="px-5 pt-1 pb-4">
        {shortcuts.map(({ words, keys }) => (
          <div
            key={words}
            className="flex items-center justify-between gap-4 border-b border-hairline py-2.5 text-sm last:border-0"
          >
            <dt>{t(`shell.shortcuts.${words}`)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-md border border-hairline bg-sunken px-1.5 text-center font-sans text-xs leading-6"
                >
                  {key === "mod" ? command : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
