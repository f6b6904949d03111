import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import type { MessageActions } from "./message-actions";

type VersionSwitchProps = {
  messageId: string;
  /** The ids of all versions, the oldest first. */
  versions: readonly string[] | undefined;
  isIdle: boolean;
  onShow: MessageActions["showVersion"];
};

/** Leads from one version of a question or an answer to the others; all of them are kept. */
export function VersionSwitch({ messageId, versions, isIdle, onShow }: VersionSwitchProps) {
  const t = useTranslations("chat.versions");
  if (versions === undefined) return null;
  const at = versions.indexOf(messageId);
  const toButton = (step: -1 | 1) => {
    const id = versions[at + step];
    const Icon = step === -1 ? ChevronLeft : ChevronRight;
    return (
      <IconButton
        label={t(step === -1 ? "previous" : "next")}
        icon={<Icon size={16} aria-hidden className="rtl:-scale-x-100" />}
        disabled={!isIdle || id === undefined}
        data-version={step}
        onClick={() => id !== undefined && onShow(id) && focusSwitch(id, step)}
        className="size-8 pointer-coarse:size-11"
      />
    );
  };
  const words = t("label", { at: at + 1, count: versions.length });
  return (
    <div role="group" aria-label={words} className="flex items-center text-xs text-quiet">
      {toButton(-1)}
      <span aria-hidden className="tabular-nums">
        {at + 1}/{versions.length}
      </span>
      {toButton(1)}
    </div>
  );
}

/** The version that is shown now has buttons of its own: the person goes on where they were. */
function focusSwitch(id: string, step: -1 | 1): void {
  requestAnimationFrame(() => {
    const buttons = document.querySelectorAll<HTMLButtonElement>(
      `[data-row="${CSS.escape(id)}"] [data-version]:enabled`,
    );
    const same = [...buttons].find(({ dataset }) => dataset["version"] === String(step));
    (same ?? buttons[0])?.focus({ preventScroll: true });
    (same ?? buttons[0])?.scrollIntoView({ block: "nearest" });
  });
}
