"use client";

import { useTranslations } from "next-intl";
import { PrintFrame } from "@/components/evidence/print-frame";
import { useDateText } from "@/components/evidence/use-date-text";
import type { Snapshot } from "@/lib/features/sharing/shape";
import { Turns } from "./shared-conversation";

type Props = { conversationId: string; snapshot: Snapshot };

/** A conversation for paper: what others would read of it. */
export function PrintedConversation({ conversationId, snapshot }: Props) {
  const t = useTranslations("evidence.print");
  const toDateText = useDateText();
  const date = toDateText(new Date(snapshot.takenAt).toISOString(), "moment");
  return (
    <PrintFrame
      conversationId={conversationId}
      title={snapshot.title}
      about={date === null ? null : t("printed", { date })}
    >
      <Turns turns={snapshot.turns} />
    </PrintFrame>
  );
}
