import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { cache } from "react";
import { SharedConversation } from "@/components/sharing/shared-conversation";
import type { Snapshot } from "@/lib/protocol/snapshots";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ token: string }> };

/** What somebody shared: everybody who has the address can read it, and nobody can find it by search. */
export default async function SharedPage({ params }: Props) {
  const snapshot = await findSnapshot((await params).token);
  if (snapshot === null) notFound();
  const { common, chat, consent, evidence } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, chat, consent, evidence }}>
      <SharedConversation snapshot={snapshot} />
    </NextIntlClientProvider>
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const snapshot = await findSnapshot((await params).token);
  const robots = { index: false, follow: false };
  return { ...(snapshot !== null && { title: snapshot.title }), robots, referrer: "no-referrer" };
}

/** Read once for the page and its title. */
const findSnapshot = cache(async (token: string): Promise<Snapshot | null> =>
  (await getServices()).sharing.read(token),
);
