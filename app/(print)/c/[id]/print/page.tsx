import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { cache } from "react";
import { PrintedConversation } from "@/components/sharing/printed-conversation";
import { isAppError } from "@/lib/errors";
import { requirePageUser } from "@/lib/http/page-user";
import { idSchema } from "@/lib/protocol/ids";
import type { Snapshot } from "@/lib/features/sharing/shape";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }> };

/** A conversation and nothing else, as it goes on paper. */
export default async function PrintPage({ params }: Props) {
  const { id } = await params;
  const snapshot = await findSnapshot(id);
  if (snapshot === null) notFound();
  const { common, chat, consent, evidence } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, chat, consent, evidence }}>
      <PrintedConversation conversationId={id} snapshot={snapshot} />
    </NextIntlClientProvider>
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const snapshot = await findSnapshot((await params).id);
  if (snapshot === null) return {};
  return { title: (await getTranslations("evidence.print"))("title", { title: snapshot.title }) };
}

/** Read once for the page and its title. */
const findSnapshot = cache(async (id: string): Promise<Snapshot | null> => {
  const user = await requirePageUser();
  if (!idSchema.safeParse(id).success) return null;
  try {
    return await (await getServices()).sharing.preview(user.id, id);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
});
