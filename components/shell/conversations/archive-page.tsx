"use client";

import { ArchiveRestore } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast";
import { Page } from "@/components/ui/page";
import { openConversationStore } from "@/lib/client/open-conversation";
import { request } from "@/lib/client/request";
import type { ConversationSummary } from "@/lib/protocol/conversations";

/** The newest hundred conversations that were put away, and the way back for each. */
export function ArchivePage({ initial }: { initial: ConversationSummary[] }) {
  const t = useTranslations("shell");
  const [conversations, setConversations] = useState(initial);
  const restore = async (conversation: ConversationSummary): Promise<void> => {
    const { id } = conversation;
    const answer = await request(`/api/conversations/${id}`, { method: "PATCH", body: { archived: false } });
    if (!answer.ok) return showToast({ text: t("filingFailed"), isFailure: true });
    setConversations((listed) => listed.filter((one) => one.id !== id));
    // The list beside the page takes it back.
    const open = { ...conversation, archived: false, isTemporary: false, agent: null };
    openConversationStore.setState({ open });
    openConversationStore.setState({ open: null });
  };
  return (
    <Page title={t("archivePage")}>
      {conversations.length === 0 && <p className="mt-4 text-sm text-quiet">{t("archiveEmpty")}</p>}
      <ul className="mt-4 divide-y divide-hairline">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="flex items-center gap-2 py-1">
            <Link
              href={`/c/${conversation.id}`}
              prefetch={false}
              dir="auto"
              className="min-w-0 flex-1 truncate rounded-lg p-2 hover:bg-sunken"
            >
              {conversation.title || t("untitled")}
            </Link>
            <IconButton
              label={t("unarchive")}
              icon={<ArchiveRestore size={16} aria-hidden />}
              tip="left"
              onClick={() => void restore(conversation)}
            />
          </li>
        ))}
      </ul>
    </Page>
  );
}
