import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStore } from "zustand";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segments } from "@/components/ui/segments";
import { toPrintPath, type Leaving } from "@/lib/client/leaving";
import { openConversationStore } from "@/lib/client/open-conversation";
import { FileTab } from "./file-tab";
import { LinkTab } from "./link-tab";

type Props = { place: Leaving; onClose: () => void };

/** The ways out of a conversation or an answer: an address for others, files for oneself, paper. */
export function ShareDialog({ place, onClose }: Props) {
  const t = useTranslations("shell.share");
  const tCommon = useTranslations("common");
  const isTemporary = useStore(openConversationStore, ({ open }) => open?.isTemporary === true);
  const tabs = isTemporary ? (["file", "print"] as const) : (["link", "file", "print"] as const);
  const [tab, setTab] = useState<"link" | "file" | "print">(tabs[0]);
  const title = t(place.messageId === undefined ? "title" : "titleOfAnswer");
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={tCommon("close")}>
      <div className="flex flex-col gap-4">
        <Segments
          label={title}
          value={tab}
          options={tabs.map((value) => ({ value, name: t(`tabs.${value}`) }))}
          onChoose={setTab}
        />
        {tab === "link" && <LinkTab {...place} />}
        {tab === "file" && <FileTab place={place} />}
        {tab === "print" && <PrintTab place={place} />}
      </div>
    </Dialog>
  );
}

function PrintTab({ place }: Pick<Props, "place">) {
  const t = useTranslations("shell.share");
  return (
    <>
      <p className="text-sm leading-5 text-quiet">{t("printAbout")}</p>
      <Button
        tone="primary"
        className="self-end"
        onClick={() => window.open(toPrintPath(place), "_blank", "noopener")}
      >
        {t("print")}
      </Button>
    </>
  );
}
