"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { nameKey } from "@/components/ui/key-names";

const shortcuts = [
  { words: "palette", keys: ["mod", "K"] },
  { words: "new", keys: ["mod", "Shift", "O"] },
  { words: "temporary", keys: ["mod", "Shift", "E"] },
  { words: "send", keys: ["Enter"] },
  { words: "newline", keys: ["Shift", "Enter"] },
  { words: "edit", keys: ["↑"] },
  { words: "prompts", keys: ["/"] },
  { words: "mention", keys: ["@"] },
  { words: "files", keys: ["mod", "U"] },
  { words: "model", keys: ["alt", "M"] },
  { words: "web", keys: ["alt", "W"] },
  { words: "depth", keys: ["alt", "D"] },
  { words: "stop", keys: ["Esc"] },
  { words: "list", keys: ["?"] },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog isOpen onClose={onClose} title={t("shell.keys")} closeLabel={t("common.close")}>
      <dl>
        {shortcuts.map(({ words, keys }) => (
          <div
            key={words}
            className="flex items-center justify-between gap-4 border-b border-hairline py-2.5 text-sm last:border-0"
          >
            <dt>{t(`shell.shortcuts.${words}`)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {nameKey(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
