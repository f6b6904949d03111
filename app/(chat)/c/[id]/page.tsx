import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getLocale } from "next-intl/server";
import { answerWords } from "@/i18n/answer-words";
import { OpenConversation } from "@/components/chat/open-conversation";
import { isAppError } from "@/lib/errors";
import { requirePageUser } from "@/lib/http/page-user";
import { messagesQuerySchema } from "@/lib/protocol/conversations";
import type { ConversationReply } from "@/lib/protocol/conversations";
import { idSchema } from "@/lib/protocol/ids";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }> };

/** A conversation with its newest messages; somebody else's is as absent as one that never was. */
export default async function ConversationPage({ params }: Props) {
  const conversation = await findConversation((await params).id);
  if (conversation === null) notFound();
  const [user, services] = await Promise.all([requirePageUser(), getServices()]);
  const [settings, quota, words] = await Promise.all([
    services.readClientSettings(user),
    services.quotas.read(user.id),
    answerWords[await getLocale()](),
  ]);
  return (
    <OpenConversation
      words={words}
      conversationId={conversation.id}
      initialMessages={conversation.messages}
      otherMessages={conversation.others}
      olderCursor={conversation.cursor}
      isRunning={conversation.activeRunId !== null}
      settings={settings}
      quota={quota}
      isTemporary={conversation.temporary}
      summary={conversation.stepOf === undefined ? toSummary(conversation) : null}
      agent={conversation.agent}
      stepOf={conversation.stepOf}
    />
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const conversation = await findConversation((await params).id);
  // The browser's history keeps titles.
  return conversation?.title && !conversation.temporary ? { title: conversation.title } : {};
}

/** Without its messages. */
function toSummary({
  messages: _m,
  others: _o,
  cursor: _c,
  temporary: _t,
  agent: _a,
  stepOf: _s,
  ...summary
}: ConversationReply) {
  return summary;
}

/** Read once for the page and its title. */
const findConversation = cache(async (id: string): Promise<ConversationReply | null> => {
  const user = await requirePageUser();
  if (!idSchema.safeParse(id).success) return null;
  const services = await getServices();
  try {
    return await services.runs.readConversation(user.id, id, messagesQuerySchema.parse({}));
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
});
