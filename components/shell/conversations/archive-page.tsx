"use client";

import { ArchiveRestore } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Page } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { showToast } from "@/components/ui/toast";
import { openConversationStore } from "@/lib/client/open-conversation";
import { changeConversation, listConversations } from "@/lib/features/conversations/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";

const archive = {
  load: loadFrom(listConversations, { query: { archived: "true" } }),
  key: ({ id }: ConversationSummary) => id,
  page: ({ conversations: items, cursor }: ConversationsReply) => ({ items, cursor }),
};

/** The conversations that were put away, newest first, and the way back for each. */
export function ArchivePage({ initial }: { initial: ConversationsReply }) {
  const t = useTranslations("shell");
  const list = useResource({ ...archive, initial });
  const restore = async (conversation: ConversationSummary): Promise<void> => {
    const { id } = conversation;
    const putAway = list.take(id);
    const answer = await call(changeConversation, { params: { id }, body: { archived: false } });
    if (!answer.ok) {
      putAway();
      return showToast({ text: t("filingFailed"), isFailure: true });
    }
    // The list beside the page takes it back.
    const open = { ...conversation, archived: false, isTemporary: false, agent: null };
    openConversationStore.setState({ open });
    openConversationStore.setState({ open: null });
  };
  return (
    <Page title={t("archivePage")}>
      <ResourceList list={list} empty={t("archiveEmpty")}>
        <ul className="mt-4 divide-y divide-hairline">
          {list.items.map((conversation) => (
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
      </ResourceList>
    </Page>
  );
}
