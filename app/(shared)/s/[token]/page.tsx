import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { cache } from "react";
import { SharedConversation } from "@/components/sharing/shared-conversation";
import { cutPages, type Snapshot } from "@/lib/features/sharing/shape";
import { getSiteMessages } from "@/app/site-messages";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ page?: string | string[] }> };

/** What somebody shared: everybody who has the address can read it, and nobody can find it by search. */
export default async function SharedPage({ params, searchParams }: Props) {
  const [{ token }, { page = "1" }] = await Promise.all([params, searchParams]);
  const snapshot = await findSnapshot(token);
  const pages = cutPages(snapshot?.turns ?? []);
  const turns = pages[Number(page) - 1];
  if (snapshot === null || turns === undefined) notFound();
  const { common, chat, consent, evidence } = await getSiteMessages();
  return (
    <NextIntlClientProvider messages={{ common, chat, consent, evidence }}>
      <SharedConversation snapshot={{ ...snapshot, turns }} page={Number(page)} pages={pages.length} />
    </NextIntlClientProvider>
  );
}

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const snapshot = await findSnapshot((await params).token);
  const robots = { index: false, follow: false };
  return { ...(snapshot !== null && { title: snapshot.title }), robots, referrer: "no-referrer" };
}

/** Read once for the page and its title. */
const findSnapshot = cache(async (token: string): Promise<Snapshot | null> =>
  (await getServices()).sharing.read(token),
);
