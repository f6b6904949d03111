import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Modal } from "@/components/ui/modal";

/** What belongs to one row of a table, beside it. */
export function SideSheet({ title, onClose, children }: SheetProps) {
  const t = useTranslations("common");
  return (
    <Modal
      label={title}
      onClose={onClose}
      isForWriting={false}
      className="my-0 ms-auto me-0 h-dvh max-h-none w-[min(32rem,100vw)] max-w-none overflow-auto bg-raised p-5 text-ink shadow-float"
    >
      <div className="flex items-center justify-between gap-4 pb-3">
        <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
        <IconButton label={t("close")} icon={<X size={18} aria-hidden />} tip="left" onClick={onClose} />
      </div>
      {children}
    </Modal>
  );
}

type SheetProps = { title: string; onClose: () => void; children: ReactNode };
