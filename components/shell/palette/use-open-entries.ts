import { Copy, FileDown, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import { exportFormats, saveFile } from "@/lib/client/leaving";
import { showToast } from "@/components/ui/toast";
import { openConversationStore, type OpenConversation } from "@/lib/client/open-conversation";
import type { PaletteActions, PaletteEntry } from "./palette-entry";

type OpenEntriesOptions = PaletteActions & { open: OpenConversation | null };

/** What can be done with the conversation on the page; nothing of it where there is none. */
export function useOpenEntries({ open, onClose, onOverlay }: OpenEntriesOptions): PaletteEntry[] {
  const t = useTranslations("shell.palette");
  const tShare = useTranslations("shell.share.formats");
  const answer = useStore(openConversationStore, (store) => store.findAnswer)();
  const copy = (text: string): void => {
    onClose();
    navigator.clipboard.writeText(text).then(
      () => showToast({ text: t("answerCopied") }),
      () => showToast({ text: t("notCopied"), isFailure: true }),
    );
  };
  const kept = open === null || open.isTemporary ? null : open;
  const ofKept = kept !== null && [
    { id: "rename", icon: PencilLine, name: t("rename"), choose: () => onOverlay("rename") },
    ...exportFormats.map((format) => ({
      id: `export ${format}`,
      icon: FileDown,
      name: t("export", { format: tShare(format) }),
      choose() {
        onClose();
        saveFile({ conversationId: kept.id }, format);
      },
    })),
  ];
  const ofAnswer = answer !== null && [
    { id: "copy answer", icon: Copy, name: t("copyAnswer"), choose: () => copy(answer) },
  ];
  return [...(ofKept || []), ...(ofAnswer || [])];
}
